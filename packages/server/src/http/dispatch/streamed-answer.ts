import { jsonType } from './answer.ts';

/** Pieces are sent together until they are this long. */
export const chunkCharacters = 64 * 1024;

export type Piece = string | Uint8Array;

/** Sends a piece; resolves when the next may be made. Rejects when there is nobody to send it to any more. */
export type WritePiece = (piece: Piece) => Promise<void>;

export type Produce = (write: WritePiece) => Promise<void>;

/** Produces the pieces that an iteration yields. */
export const writeAll =
  (pieces: AsyncIterable<Piece>): Produce =>
  async (write) => {
    for await (const piece of pieces) await write(piece);
  };

/**
 * A success that is too large to hold in memory: made piece by piece, as fast as the client takes it. An error before
 * the first piece is an ordinary error; after it the connection is cut, so that no part ever passes for the whole.
 */
export class StreamedAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly produce: Produce;
  /** Makes the payload as a value for a caller in this process, which then does not call `produce`. */
  readonly value: (() => Promise<unknown>) | undefined;
  private constructor(headers: Record<string, string>, produce: Produce, value?: () => Promise<unknown>) {
    this.headers = headers;
    this.produce = produce;
    this.value = value;
  }

  /** An answer in the envelope, whose payload is produced as pieces of JSON text. */
  static data(produce: Produce, value?: () => Promise<unknown>): StreamedAnswer {
    const inEnvelope: Produce = async (write) => {
      let isOpen = false;
      await produce(async (piece) => {
        if (!isOpen) await write('{"ok":true,"data":');
        isOpen = true;
        await write(piece);
      });
      await write('}');
    };
    return new StreamedAnswer({ 'content-type': jsonType }, inEnvelope, value);
  }

  /** An answer whose bytes are complete already, and are sent in pieces. */
  static whole(headers: Readonly<Record<string, string>>, bytes: Buffer): StreamedAnswer {
    return new StreamedAnswer({ ...headers, 'content-length': String(bytes.length) }, async (write) => {
      for (let at = 0; at < bytes.length; at += chunkCharacters) await write(bytes.subarray(at, at + chunkCharacters));
    });
  }

  /** An answer without envelope, in a media type that `Accept` requested. */
  static representation(contentType: string, produce: Produce, headers: Record<string, string> = {}): StreamedAnswer {
    return new StreamedAnswer(
      { 'content-type': contentType, 'x-content-type-options': 'nosniff', ...headers },
      produce,
    );
  }
}
