/** A content as it is stored: text, or the bytes of what is not text. */
export interface StoredBody {
  content: string;
  data: Uint8Array | null;
}

/** What it holds: a text, or bytes. */
export const bodyOf = ({ content, data }: StoredBody): string | Buffer =>
  data === null ? content : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
