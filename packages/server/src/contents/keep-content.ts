import { type FileEncoding, utf8Bytes } from '@pairspace/protocol';
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { Transaction } from '../storage/storage.ts';

/** The place of a content: it is stored under the first session that used it. */
export interface ContentRef {
  of: string;
  hash: string;
}

export interface Content {
  /** Empty if there is `data`. */
  text: string;
  /** The bytes of binary content; null for text. */
  data: Uint8Array | null;
  hash: string;
  bytes: number;
}

export const contentOf = (text: string): Content => ({
  text,
  data: null,
  hash: hash('sha256', text),
  bytes: utf8Bytes(text),
});

/** A validated content of a client in the form for storage. */
export const encodedContent = (content: string, encoding: FileEncoding): Content =>
  encoding === 'base64' ? contentOfBytes(Buffer.from(content, 'base64')) : contentOf(content);

/** Base64 of text is stored as text, so that equal contents are equal in either encoding. */
const contentOfBytes = (bytes: Buffer): Content => {
  const text = textOfBytes(bytes);
  return text === undefined
    ? { text: '', data: bytes, hash: hash('sha256', bytes), bytes: bytes.length }
    : { text, data: null, hash: hash('sha256', bytes), bytes: bytes.length };
};

/** Bytes as text for the database; undefined for invalid UTF-8 and for NUL. */
const textOfBytes = (bytes: Buffer): string | undefined =>
  isUtf8(bytes) && !bytes.includes(0) ? bytes.toString() : undefined;

/** A stored content: text, or the bytes of binary content. */
export interface StoredBody {
  content: string;
  data: Uint8Array | null;
}

/** The content as a text or as bytes. */
export const bodyOf = ({ content, data }: StoredBody): string | Buffer =>
  data === null ? content : Buffer.from(data.buffer, data.byteOffset, data.byteLength);

/** Counts one more use of a content of this session, and stores it if it is new. Equal contents are stored once. */
export const keepContent = (tx: Transaction, sessionId: string, content: Content): ContentRef & { bytes: number } => {
  // The count comes first, because its row lock waits for a transaction that is just releasing the same content.
  tx.queueWrite`
    insert into content (session_id, hash, bytes, uses) values (${sessionId}, ${content.hash}, ${content.bytes}, 1)
    on conflict (session_id, hash) do update set uses = content.uses + 1
  `;
  tx.queueWrite`
    insert into content_body (session_id, hash, body, data)
    values (${sessionId}, ${content.hash}, ${content.text}, ${content.data})
    on conflict (session_id, hash) do nothing
  `;
  return { of: sessionId, hash: content.hash, bytes: content.bytes };
};

/** Counts one more use of an existing content. */
export const useContent = (tx: Transaction, { of, hash: contentHash }: ContentRef): void => {
  tx.queueWrite`update content set uses = uses + 1 where session_id = ${of} and hash = ${contentHash}`;
};
