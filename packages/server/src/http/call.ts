import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResultOf } from '@pairspace/protocol';
import type { Admitted } from '../access/guard.ts';
import type { SessionHead } from '../access/session-head.ts';
import type { JsonText } from '../lib/json-text.ts';
import type { Transaction, WriteOptions } from '../storage/storage.ts';
import type { Answer, Polled, Representation } from './answer.ts';
import type { EventStream } from './event-stream.ts';
import type { StreamedAnswer } from './streamed-answer.ts';

/** What an operation may give back: the payload, as an object or as text, alone or with status and headers. */
export type Payload<E extends Endpoint> = ResultOf<E> | JsonText;
export type Outcome<E extends Endpoint> = Payload<E> | Answer<Payload<E>>;

/** One request to an endpoint, parsed, identified and admitted. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  caller: Admitted[E['access']];
  /** The session in the path as it was when the caller was admitted; undefined where the path names none. */
  session: SessionHead | undefined;
  /** As limits count it. */
  clientAddress: string;
  /** The caller has a token of the session that not everybody gets. */
  isMember: boolean;
  header: (name: string) => string | undefined;
  /** Which of these media types `Accept` prefers to JSON; undefined when it is JSON. */
  prefers: <Type extends string>(...mediaTypes: Type[]) => Type | undefined;
  /** Runs the operation in a transaction, once for each Idempotency-Key. */
  write: (work: (tx: Transaction) => Promise<Outcome<E>>, options?: WriteOptions) => Promise<Outcome<E>>;
  /** Like `write`, for an answer that is made from what `work` answers: that alone is kept for a repetition. */
  writeValue: <T>(work: (tx: Transaction) => Promise<T>, options?: WriteOptions) => Promise<T>;
  /** Repeats `read` until it finds something, for up to `waitSeconds`; admits the caller anew each time (WAIT-2 to WAIT-5). */
  longPoll: <T>(
    waitSeconds: number | undefined,
    read: () => Promise<T>,
    isEmpty: (result: T) => boolean,
    /** The topic that is notified in place of the session, and how often to look all the same. */
    waking?: { topic?: string; pollMs?: number },
  ) => Promise<Polled<T>>;
  /** Counts as one request more what costs as much (NET-39). */
  charge: () => void;
  /** A signal that aborts when the caller leaves or the service shuts down. */
  gone: () => AbortSignal;
  /** Whether the caller would still be admitted. */
  isStillAdmitted: () => Promise<boolean>;
}

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<Outcome<E> | Representation | StreamedAnswer | EventStream>;

/** Connects an endpoint with what it does. */
export type Bind = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;
