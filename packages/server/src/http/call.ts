import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResultOf } from '@pairspace/protocol';
import type { Admitted } from '../access/guard.ts';
import type { SessionHead } from '../access/session-head.ts';
import type { JsonText } from '../lib/json-text.ts';
import type { Transaction, WriteOptions } from '../storage/storage.ts';
import type { Answer, Polled, Representation } from './answer.ts';
import type { EventStream } from './event-stream.ts';
import type { StreamedAnswer } from './streamed-answer.ts';

/** The possible results of an operation: the payload as an object or as text, alone or with status and headers. */
export type Payload<E extends Endpoint> = ResultOf<E> | JsonText;
export type Outcome<E extends Endpoint> = Payload<E> | Answer<Payload<E>>;

/** A request to an endpoint, parsed, identified and admitted. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  caller: Admitted[E['access']];
  /** The session in the path when the caller was admitted; undefined without one. */
  session: SessionHead | undefined;
  /** The client's address for limits. */
  clientAddress: string;
  /** Whether the caller has a token of the session that not everybody can get. */
  isMember: boolean;
  header: (name: string) => string | undefined;
  /** The media type that `Accept` prefers to JSON; undefined for JSON. */
  prefers: <Type extends string>(...mediaTypes: Type[]) => Type | undefined;
  /** Runs the operation in a transaction, once for each Idempotency-Key. */
  write: (work: (tx: Transaction) => Promise<Outcome<E>>, options?: WriteOptions) => Promise<Outcome<E>>;
  /**
   * Like `write`, for an answer that is derived from the result of `work`. Only that result is stored for a repetition.
   */
  writeValue: <T>(work: (tx: Transaction) => Promise<T>, options?: WriteOptions) => Promise<T>;
  /** Repeats `read` until it finds something, for up to `waitSeconds`; checks access each time (WAIT-2 to WAIT-5). */
  longPoll: <T>(
    waitSeconds: number | undefined,
    read: () => Promise<T>,
    isEmpty: (result: T) => boolean,
    /** The topic to wait for in place of the session, and the poll interval. */
    waking?: { topic?: string; pollMs?: number },
  ) => Promise<Polled<T>>;
  /** Counts one more request, for an operation that costs as much (NET-39). */
  charge: () => void;
  /** A signal that aborts when the caller leaves or the service shuts down. */
  gone: () => AbortSignal;
  /** Whether the caller still has access. */
  isStillAdmitted: () => Promise<boolean>;
}

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<Outcome<E> | Representation | StreamedAnswer | EventStream>;

export interface BindOptions<E extends Endpoint> {
  /**
   * Runs before the body is read; an exception refuses the request. `isReplay` tells whether the request repeats a
   * successful one, by its `Idempotency-Key`.
   */
  beforeBody?: (params: ParamsOf<E>, isReplay: () => Promise<boolean>) => Promise<void>;
}

/** Binds an endpoint to its operation. */
export type Bind = <E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: BindOptions<E>) => void;
