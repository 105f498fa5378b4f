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
import type { Caller, HostWorker } from '../../access/caller.ts';
import type { Admitted } from '../../access/guard.ts';
import type { Capability } from '../../access/origin.ts';
import type { SessionHead } from '../../access/session-head.ts';
import type { JsonText } from '../../lib/json-text.ts';
import type { Holder } from '../../limits/places.ts';
import type { RequestKind } from '../../limits/request-limits.ts';
import type { Transaction, WriteOptions } from '../../storage/storage.ts';
import type { Answer, EventStream, Polled, Representation, StreamedAnswer } from './answer.ts';
import { assertKnownQuery } from './known-query.ts';
import type { Preconditions } from './preconditions.ts';

/** The result of an operation: the payload, as an object or as text, alone or with status and headers. */
export type Payload<E extends Endpoint> = ResultOf<E> | JsonText;
export type Outcome<E extends Endpoint> = Payload<E> | Answer<Payload<E>>;

/** The parts of a request that an operation gets: its input, its caller, and the functions to write and wait. */
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
  /** The conditions under which the request is to be done. */
  preconditions: Preconditions;
  header: (name: string) => string | undefined;
  /** The bearer token that was sent. */
  token: string | undefined;
  /** The agent key that was sent, as `X-Agent-Key` or else as the bearer token. */
  agentKey: string | undefined;
  /** The token and the create key of the request: whatever it makes is made by these (MOD-16). */
  makers: readonly Capability[];
  /** Returns the id of the create key that the request sends; throws without a valid key (MOD-18). */
  neededCreateKey: () => Promise<string>;
  /** Whether only a create key lets the caller read (MOD-13). */
  readsByKey: boolean;
  /** The media type among these that `Accept` prefers to JSON; undefined for JSON. */
  prefers: <Type extends string>(...mediaTypes: Type[]) => Type | undefined;
  /**
   * Runs the operation in a transaction, once for each Idempotency-Key. `session` is the session in the path as this
   * transaction has read it; undefined if it has not.
   */
  write: (
    work: (tx: Transaction, session?: Promise<SessionHead | undefined>) => Promise<Outcome<E>>,
    options?: WriteOptions,
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

/** The values by which a repeated call of this process is recognized under its Idempotency-Key. */
export interface Repetition {
  /** Replaces the path. Calls of several endpoints with the same route share their keys. */
  route: string;
  /** Replaces the body. */
  body: string;
  /** The refusal of the first call; a repeated call still gets its stored answer. */
  refusal: ServiceError | undefined;
}

/** The parts of a request beside its input, over HTTP or from inside the process. */
export interface Incoming {
  /** The bearer token. Undefined for a stranger. Throws if the header has another form. */
  readonly token: string | undefined;
  /** The client address under which limits count the request, wrong tokens and wrong codes. */
  readonly clientAddress: string;
  /** The URL of the service as the caller has it; undefined for calls in this process. */
  readonly serviceUrl?: string;
  /** Whether an agent key stands for its seat in the session (A2A-3). Requests over HTTP never set it. */
  readonly inSeat?: boolean | undefined;
  /** The worker of this process, which calls in place of the operator. Requests over HTTP never set it. */
  readonly worker?: HostWorker | undefined;
  /** If undefined, path and body identify a repeated call. */
  readonly repetition?: Repetition | undefined;
  /** A header by its name in lower case, such as `idempotency-key`, `x-agent-key`, `last-event-id`. */
  header: (name: string) => string | undefined;
  /** The media type among these that the caller prefers to JSON. */
  prefers: <Type extends string>(...mediaTypes: Type[]) => Type | undefined;
  /** Returns a signal that aborts when the caller leaves. Only an operation that waits calls this function. */
  gone: () => AbortSignal;
}

export interface UnparsedInput {
  params: Readonly<Record<string, string>>;
  query: unknown;
  body: unknown;
}

/** An endpoint with what it does. */
export interface Operation {
  endpoint: Endpoint;
  handler: Handler<Endpoint>;
  parse: (input: UnparsedInput) => Pick<Call<Endpoint>, 'params' | 'query' | 'body'>;
  /** Refuses an Idempotency-Key of a stranger that others could guess (NET-17). */
  checkKey: (key: string | undefined, isStranger: boolean) => void;
}

/** A request whose caller was admitted, before its body was read. */
export interface AdmittedRequest {
  operation: Operation;
  endpoint: Endpoint;
  incoming: Incoming;
  caller: Caller;
  session: SessionHead | undefined;
  /** The hash of the token. */
  hash: string | undefined;
  createKeyId: string | undefined;
  readsByKey: boolean;
  kind: RequestKind;
  /** The holder of its wait or stream. */
  holder: Holder;
  /** Whether the answer is that of an earlier request with the same Idempotency-Key. */
  isReplayed: boolean;
}

/**
 * Makes the parser of an endpoint's input. Path parameters and query values are text until the endpoint's schema
 * converts them.
 */
export const createParse = (endpoint: Endpoint): Operation['parse'] => {
  const check = (schema: z.ZodObject | undefined, place: string): ((value: unknown) => unknown) =>
    schema ? parserOf(schema, place) : () => ({});
  const checks = {
    params: check(endpoint.params, 'path'),
    query: check(endpoint.query, 'query'),
    body: check(endpoint.body, 'body'),
  };
  return ({ params, query, body }) => {
    assertKnownQuery(endpoint, query);
    return {
      params: { ...params, ...(checks.params(params) as object) },
      query: checks.query(query),
      body: endpoint.streamsBody ? body : checks.body(body === undefined ? {} : body),
    } as ReturnType<Operation['parse']>;
  };
};
