import { IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** A body may have `freePieces` pieces, and one more for each `bytesPerPiece` bytes. */
const freePieces = 1000;
const bytesPerPiece = 64;

/** The error code of a body in too many small pieces. */
export const tooManyPieces = 'PAIRSPACE_TOO_MANY_PIECES';

/**
 * A request whose body must not arrive in many small pieces. Node creates an object of 600 bytes for each HTTP chunk,
 * and processes thousands of chunks in one turn, even if nothing reads the body (NET-6, NET-34).
 */
export class CountedRequest extends IncomingMessage {
  #pieces = 0;
  #bytes = 0;
  #isRefused = false;

  /** The parser calls this for each piece of the body, and with null at the end. */
  override push(piece: Buffer | null): boolean {
    if (this.#isRefused) return false;
    this.#pieces++;
    this.#bytes += piece?.length ?? 0;
    if (this.#pieces <= freePieces + this.#bytes / bytesPerPiece) return super.push(piece);
    this.#isRefused = true;
    const socket = this.socket as Socket & { server: Server };
    socket.server.emit('clientError', Object.assign(new Error('too many pieces'), { code: tooManyPieces }), socket);
    socket.destroySoon();
    return false;
  }
}
