/** A stored content: text, or the bytes of binary content. */
export interface StoredBody {
  content: string;
  data: Uint8Array | null;
}

/** The content as a text or as bytes. */
export const bodyOf = ({ content, data }: StoredBody): string | Buffer =>
  data === null ? content : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
