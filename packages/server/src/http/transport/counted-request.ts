import { IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** A body may have `freePieces` pieces, and one more for each `bytesPerPiece` bytes. */
const freePieces = 1000;
const bytesPerPiece = 64;

/** The share of these pieces that the body of a waiting request may have. */
const shareAhead = 1 / 10;

/** The error code of a body in too many small pieces. */
export const tooManyPieces = 'PAIRSPACE_TOO_MANY_PIECES';

/**
 * A request whose body must not arrive in many small pieces. Node creates an object of 600 bytes for each HTTP chunk,
 * and processes thousands of chunks in one turn, even if nothing reads the body.
 */
export class CountedRequest extends IncomingMessage {
  /** Whether the request waits for earlier answers of its connection, so that its body is not read yet. */
  isAhead = false;
  #pieces = 0;
  #bytes = 0;
  #isRefused = false;

  /** The parser calls this for each piece of the body, and with null at the end. */
  override push(piece: Buffer | null): boolean {
    if (this.#isRefused) return false;
    this.#pieces++;
    this.#bytes += piece?.length ?? 0;
    const mostPieces = (freePieces + this.#bytes / bytesPerPiece) * (this.isAhead ? shareAhead : 1);
    if (this.#pieces <= mostPieces) return super.push(piece);
    this.#isRefused = true;
    const socket = this.socket as Socket & { server: Server };
    if (this.isAhead) {
      // The client would take a refusal for an earlier answer.
      socket.destroy();
      return false;
    }
    socket.server.emit('clientError', Object.assign(new Error('too many pieces'), { code: tooManyPieces }), socket);
    socket.destroySoon();
    return false;
  }
}
