import { IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** The pieces that any body may have, and the bytes that every further piece must bring on average. */
const fewPieces = 1000;
const bytesOfPiece = 64;

/** The error of a body that came in too many small pieces. */
export const tooManyPieces = 'PAIRSPACE_TOO_MANY_PIECES';

/**
 * A request whose body may not come in many small pieces. Node makes an object of 600 bytes for each HTTP chunk, and
 * takes thousands of chunks in one turn, whether somebody reads the body or not (NET-6, NET-34).
 */
export class CountedRequest extends IncomingMessage {
  #pieces = 0;
  #bytes = 0;
  #isRefused = false;

  /** Takes each piece of the body from the parser, and null at its end. */
  override push(piece: Buffer | null): boolean {
    if (this.#isRefused) return false;
    this.#pieces++;
    this.#bytes += piece?.length ?? 0;
    if (this.#pieces <= fewPieces + this.#bytes / bytesOfPiece) return super.push(piece);
    this.#isRefused = true;
    const socket = this.socket as Socket & { server: Server };
    socket.server.emit('clientError', Object.assign(new Error('too many pieces'), { code: tooManyPieces }), socket);
    socket.destroySoon();
    return false;
  }
}
