import type { File, Message, Note } from '@pairspace/protocol';
import { type CallOptions, call, Refused, type Reply, request } from '@pairspace/testkit/call';
import type { OpenSession } from '@pairspace/testkit/service';
import { randomUUID } from 'node:crypto';

/** The acknowledged and the unanswered writes, with which the checks compare the data. */
export interface Ledger {
  messages: AcknowledgedMessage[];
  edits: { noteId: string; version: number; content: string }[];
  files: { sessionId: string; path: string; version: number; contentHash: string; content: string }[];
  /** Contents of unanswered edits and files. Each may be stored or not. */
  unanswered: Set<string>;
  /** Contents of messages with an Idempotency-Key, repeated until they were answered. */
  retried: Set<string>;
  /** Repetitions that the service answered from the stored answer. */
  replays: number;
  /** Answers that a writer does not expect. */
  surprises: string[];
}

export interface AcknowledgedMessage {
  sessionId: string;
  seq: number;
  id: string;
  content: string;
}

export const emptyLedger = (): Ledger => ({
  ...{ messages: [], edits: [], files: [], replays: 0, surprises: [] },
  ...{ unanswered: new Set(), retried: new Set() },
});

/** Makes one write and records its acknowledgement; throws when the service has ended. */
export type Writer = () => Promise<void>;

/** Contents differ in text and length, so that none can be confused with another. */
const contentsOf = (name: string): (() => string) => {
  let count = 0;
  return () => {
    count++;
    return `${name} #${String(count)} ${'.'.repeat((count * 37) % 500)}`;
  };
};

const succeeded = <Data>(url: string, reply: Reply<Data>): Data => {
  if (reply.status >= 300) throw new Refused(url, reply);
  return reply.data;
};

/** Posts messages, each once. */
export const messageWriter = (name: string, { id, url, token }: OpenSession, ledger: Ledger): Writer => {
  const next = contentsOf(name);
  return async () => {
    const content = next();
    const message = await call<Message>(`${url}/messages`, { token, body: { content } });
    ledger.messages.push({ sessionId: id, seq: message.seq, id: message.id, content });
  };
};

/** Posts messages with an Idempotency-Key; a message that was not answered, and one in ten others, is sent again. */
export const retryingWriter = (name: string, { id, url, token }: OpenSession, ledger: Ledger): Writer => {
  const next = contentsOf(name);
  let unanswered: CallOptions | undefined;
  return async () => {
    unanswered ??= { token, body: { content: next() }, headers: { 'idempotency-key': randomUUID() } };
    const reply = await request<Message>(`${url}/messages`, unanswered);
    const { seq, id: messageId, content } = succeeded(url, reply);
    if (reply.headers.get('idempotency-replayed') === 'true') ledger.replays++;
    ledger.messages.push({ sessionId: id, seq, id: messageId, content });
    ledger.retried.add(content);
    if (Math.random() < 0.9) unanswered = undefined;
  };
};

/** Edits a shared note, based on the last version that it saw. */
export const noteEditor = (name: string, { url, token }: OpenSession, noteId: string, ledger: Ledger): Writer => {
  const next = contentsOf(name);
  const noteUrl = `${url}/notes/${noteId}`;
  let expectedVersion: number | undefined;
  return async () => {
    expectedVersion ??= (await call<Note>(noteUrl, { token })).version;
    const content = next();
    ledger.unanswered.add(content);
    const basedOn = expectedVersion;
    expectedVersion = undefined;
    const reply = await request<Note>(noteUrl, { token, method: 'PUT', body: { expectedVersion: basedOn, content } });
    // After a 500 the write may be stored or not.
    if (reply.status !== 500) ledger.unanswered.delete(content);
    if (reply.error?.details?.['reason'] === 'stale_version') return;
    expectedVersion = succeeded(noteUrl, reply).version;
    ledger.edits.push({ noteId, version: expectedVersion, content });
  };
};

/** Replaces its own file. */
export const fileWriter = (name: string, { id, url, token }: OpenSession, ledger: Ledger): Writer => {
  const next = contentsOf(name);
  const path = `proof/${name}.txt`;
  return async () => {
    const content = next();
    ledger.unanswered.add(content);
    const { version, contentHash } = await call<File>(`${url}/files`, { token, body: { path, content } });
    ledger.unanswered.delete(content);
    ledger.files.push({ sessionId: id, path, version, contentHash, content });
  };
};
