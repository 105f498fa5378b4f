import { utf8Bytes } from '@pairspace/protocol';
import { hash } from 'node:crypto';
import type { Transaction } from '../storage/storage.ts';

/** Where a content is kept: under the session that stored it first. */
export interface ContentRef {
  of: string;
  hash: string;
}

export interface Content {
  text: string;
  hash: string;
  bytes: number;
}

export const contentOf = (text: string): Content => ({ text, hash: hash('sha256', text), bytes: utf8Bytes(text) });

/** Counts one more use of a content of this session, and stores it if it is new. Equal contents are stored once. */
export const keepContent = (tx: Transaction, sessionId: string, content: Content): ContentRef => {
  // The count comes first: it waits for whoever is just letting the same content go.
  tx.queueWrite`
    insert into content (session_id, hash, bytes, uses) values (${sessionId}, ${content.hash}, ${content.bytes}, 1)
    on conflict (session_id, hash) do update set uses = content.uses + 1
  `;
  tx.queueWrite`
    insert into content_body (session_id, hash, body) values (${sessionId}, ${content.hash}, ${content.text})
    on conflict (session_id, hash) do nothing
  `;
  return { of: sessionId, hash: content.hash };
};

/** Counts one more use of a content that is there. */
export const useContent = (tx: Transaction, { of, hash: contentHash }: ContentRef): void => {
  tx.queueWrite`update content set uses = uses + 1 where session_id = ${of} and hash = ${contentHash}`;
};
