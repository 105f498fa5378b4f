import {
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  parserOf,
  type QueryOf,
  type ResultOf,
  type ServiceError,
} from '@pairspace/protocol';
import type { z } from 'zod';
import type { HostWorker } from '../../access/caller.ts';
import type { Admitted } from '../../access/guard.ts';
import type { Capability } from '../../access/origin.ts';
import type { SessionHead } from '../../access/session-head.ts';
import type { JsonText } from '../../lib/json-text.ts';
import type { SharedWrites } from '../../storage/shared-writes.ts';
import type { Transaction, WriteOptions } from '../../storage/storage.ts';
import { Answer, type EventStream, type Polled, type Representation } from './answer.ts';
import type { StreamedAnswer } from './streamed-answer.ts';

/** The result of an operation: the payload, as an object or as text, alone or with status and headers. */
export type Payload<E extends Endpoint> = ResultOf<E> | JsonText;
export type Outcome<E extends Endpoint> = Payload<E> | Answer<Payload<E>>;

/** Status, headers and payload of a success. */
export const answerOf = <E extends Endpoint>(endpoint: E, outcome: Outcome<E>) =>
  outcome instanceof Answer
    ? { status: outcome.status ?? endpoint.status[0], headers: outcome.headers, data: outcome.data }
    : { status: endpoint.status[0], headers: {}, data: outcome };

/** A request to an endpoint, parsed, identified and admitted. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  caller: Admitted[E['access']];
  /** The session in the path as it was when the caller was admitted; undefined where the path names none. */
  session: SessionHead | undefined;
  /** The client address under which limits count the request. */
  clientAddress: string;
  /** The URL of the service as the caller has it; undefined for calls in this process. */
  serviceUrl: string | undefined;
  /** Whether the caller has a token of the session that not everybody can get, or is the operator or an agent key. */
  isMember: boolean;
  header: (name: string) => string | undefined;
  /** The agent key that was sent, as `X-Agent-Key` or else as the bearer token. */
  agentKey: string | undefined;
  /** What the request shows, its token and its create key: whatever it makes is made by these (MOD-16). */
  makers: readonly Capability[];
  /** Returns the id of the create key that the request sends; throws without a valid key (MOD-18). */
  neededCreateKey: () => Promise<string>;
  /** Whether only a create key lets the caller read (MOD-13). */
  readsByKey: boolean;
  /** The media type among these that `Accept` prefers to JSON; undefined for JSON. */
  prefers: <Type extends string>(...mediaTypes: Type[]) => Type | undefined;
  /** Runs the operation in a transaction, once for each Idempotency-Key. */
  write: (work: (tx: Transaction) => Promise<Outcome<E>>, options?: WriteOptions) => Promise<Outcome<E>>;
  /** Like `write`, but the work shares one transaction with other waiting writes of its session. */
  writeShared: <State>(
    writes: SharedWrites<State>,
    work: (tx: Transaction, state: State) => Promise<Outcome<E>>,
  ) => Promise<Outcome<E>>;
  /**
   * Like `write`, for an operation that makes its answer from the value that `work` returns. Only this value is kept
   * for a repetition of the request.
   */
  writeValue: <T>(work: (tx: Transaction) => Promise<T>, options?: WriteOptions) => Promise<T>;
  /** Like `write`, but stores no answer for an Idempotency-Key. */
  writeUnrecorded: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
  /**
   * Repeats `read` until it finds something, for up to `waitSeconds`; admits the caller anew each time (WAIT-1 to
   * WAIT-5).
   */
  longPoll: <T>(
    waitSeconds: number | undefined,
    read: () => Promise<T>,
    isEmpty: (result: T) => boolean,
    /** The topic to watch in place of the session, and the interval at which to read even without a notification. */
    waking?: { topic?: string; pollMs?: number },
  ) => Promise<Polled<T>>;
  /** Takes a wait slot of the caller (LIM-5, NET-11), for an operation that does not use `longPoll`. */
  takeWaitSlot: () => Disposable;
  /** Waits for the memory of a large answer; throws if there is none in time. */
  roomForAnswer: () => Promise<void>;
  /** Counts one more request against the caller's rate, for work that costs as much as a request (LIM-6). */
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

/** The token and the address of a caller. */
export interface Credentials {
  /** The bearer token. Undefined for a stranger. */
  readonly token: string | undefined;
  /** The client address under which limits count the request, wrong tokens and wrong codes. */
  readonly clientAddress: string;
  /** Whether an agent key stands for its seat in the session (A2A-3). Requests over HTTP never set it. */
  readonly inSeat?: boolean | undefined;
  /** The worker of this process, which calls in place of the operator. Requests over HTTP never set it. */
  readonly worker?: HostWorker | undefined;
}

/** The values by which a repeated call of this process is recognized under its Idempotency-Key. */
export interface Repetition {
  /** Replaces the path. Calls of several endpoints with the same route share their keys. */
  route: string;
  /** Replaces the body. */
  body: string;
  /** The refusal of the first call; a repeated call still gets its stored answer. */
  refusal: ServiceError | undefined;
}

/** The part of a call that differs between HTTP and calls in this process. */
export interface CallContext {
  /** A header by its name in lower case, such as `idempotency-key`, `x-agent-key`, `if-match`, `last-event-id`. */
  header: (name: string) => string | undefined;
  /** The URL of the service as the caller has it; undefined for calls in this process. */
  serviceUrl?: string;
  /** The media type among these that the caller prefers to JSON. */
  prefers: <Type extends string>(...mediaTypes: Type[]) => Type | undefined;
  /** Returns a signal that aborts when the caller leaves. Only an operation that waits calls this function. */
  gone: () => AbortSignal;
  /** Called when the answer is that of an earlier call with the same Idempotency-Key. */
  onReplay: () => void;
  /** If undefined, path and body identify a repeated call. */
  repetition?: Repetition | undefined;
}

export interface UnparsedInput {
  params: Readonly<Record<string, string>>;
  query: unknown;
  body: unknown;
}

/**
 * Makes the parser of an endpoint's input. Path parameters and query values are text until the endpoint's schema
 * converts them.
 */
export const createParse = <E extends Endpoint>(endpoint: E) => {
  const check = (schema: z.ZodObject | undefined, place: string): ((value: unknown) => unknown) =>
    schema ? parserOf(schema, place) : () => ({});
  const checks = {
    params: check(endpoint.params, 'path'),
    query: check(endpoint.query, 'query'),
    body: check(endpoint.body, 'body'),
  };
  return ({ params, query, body }: UnparsedInput) =>
    ({
      params: { ...params, ...(checks.params(params) as object) },
      query: checks.query(query),
      body: endpoint.streamsBody ? body : checks.body(body === undefined ? {} : body),
    }) as Pick<Call<E>, 'params' | 'query' | 'body'>;
};
