import { type Calls, callsOver } from '@pairspace/client';
import { type EndpointName, endpoints, ServiceError } from '@pairspace/protocol';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { assertPlain } from './plain-json.ts';
import { clientAddressOf } from '../../lib/client-address.ts';
import { invariant } from '../../lib/invariant.ts';
import { JsonText } from '../../lib/json-text.ts';
import type { Holder } from '../../limits/places.ts';
import { Answer, EventStream, Representation, StreamedAnswer } from './answer.ts';
import type { Incoming } from './call.ts';
import type { CallResult, Dispatcher } from './dispatcher.ts';

/** A call in this process. Path parameters and query values are decoded text. */
export interface LocalCall extends Pick<Incoming, 'clientAddress' | 'worker' | 'inSeat' | 'repetition'> {
  /** The bearer token. Undefined for a stranger. */
  token?: string | undefined;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  /** The body as a JSON value. */
  body?: unknown;
  /** Makes a POST safe to repeat (IDEM-1). */
  idempotencyKey?: string | undefined;
  /** The key of a protected agentId (AGT-4). */
  agentKey?: string | undefined;
  /** The key of a closed service (MOD-9). */
  createKey?: string | undefined;
  /** Aborts when the caller leaves; waits and streams then end. */
  signal?: AbortSignal | undefined;
}

/** The result of a call in this process. */
export type LocalResult =
  /** `replayed`: the answer is that of an earlier call with the same key. */
  | { kind: 'value'; status: number; headers: Readonly<Record<string, string>>; data: unknown; replayed: boolean }
  /** A live stream: each item is one server-sent event or comment, until the caller leaves or the session ends. */
  | { kind: 'stream'; frames: AsyncIterable<Buffer> };

/**
 * Calls an endpoint without HTTP, under the same rules: identity, rate, access, validation, idempotency. Rejects with a
 * `ServiceError` for a refusal; any other error is a fault of the service.
 */
export type Dispatch = (name: EndpointName, call: LocalCall) => Promise<LocalResult>;

interface DispatchOptions {
  dispatcher: Dispatcher;
  framesOf: (stream: EventStream, holder: Holder, signal: AbortSignal) => AsyncIterable<Buffer>;
  bodyBytes: number;
  bodyValues: number;
}

/** Makes the dispatch function for callers in this process, such as MCP and tests. */
export const createDispatch =
  ({ dispatcher, framesOf, bodyBytes, bodyValues }: DispatchOptions): Dispatch =>
  async (name, { params = {}, query = {}, body, signal = new AbortController().signal, ...call }) => {
    const operation = dispatcher.operationOf(endpoints[name]);
    const headers: Record<string, string | undefined> = {
      'idempotency-key': call.idempotencyKey,
      'x-agent-key': call.agentKey,
      'x-create-key': call.createKey,
    };
    const incoming: Incoming = {
      token: call.token,
      clientAddress: clientAddressOf(call.clientAddress),
      worker: call.worker,
      inSeat: call.inSeat,
      repetition: call.repetition,
      header: (name) => headers[name],
      prefers: () => undefined,
      gone: () => signal,
    };
    const request = await dispatcher.admit(operation, incoming, { sessionId: params['sessionId'], query });
    if (!call.worker) {
      for (const [place, value] of Object.entries({ params, query, body })) assertPlain(value, place, bodyValues);
      if (Buffer.byteLength(JSON.stringify(body ?? null)) > bodyBytes) {
        throw new ServiceError('PAYLOAD_TOO_LARGE', 'The body is too large.', { details: { limitBytes: bodyBytes } });
      }
    }
    const outcome = await dispatcher.run(request, { params, query, body });
    if (outcome instanceof EventStream) return { kind: 'stream', frames: framesOf(outcome, request.holder, signal) };
    const { status, headers: sent } = outcome instanceof Answer ? outcome : new Answer(undefined, outcome);
    const data = await dataOf(outcome);
    const { endpoint, isReplayed: replayed } = request;
    return { kind: 'value', status: status ?? endpoint.status[0], headers: sent, data, replayed };
  };

/** The payload as a value. */
const dataOf = async (outcome: Exclude<CallResult, EventStream>): Promise<unknown> => {
  if (outcome instanceof Representation) return outcome.body;
  if (outcome instanceof StreamedAnswer) {
    const { data } = (await json(Readable.from(outcome.pieces))) as { data: unknown };
    return data;
  }
  return outcome.data instanceof JsonText ? JSON.parse(outcome.data.text) : outcome.data;
};

type LocalCaller = Pick<
  LocalCall,
  'token' | 'clientAddress' | 'worker' | 'inSeat' | 'agentKey' | 'createKey' | 'repetition'
>;

/**
 * The methods of the client library, which call the dispatcher of this process. A fault of the service reveals nothing
 * (ERR-9).
 */
export const localCalls = (dispatch: Dispatch, caller: LocalCaller, onFault: (error: unknown) => void): Calls =>
  callsOver(async (name, { params = {}, query = {}, body, headers = {}, signal }) => {
    const asText = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
    const call = { ...caller, params, query: Object.fromEntries(asText) as Record<string, string>, body, signal };
    try {
      const result = await dispatch(name, { ...call, idempotencyKey: headers['idempotency-key'] });
      invariant(result.kind === 'value', 'a live stream is called otherwise');
      return result.data;
    } catch (error) {
      if (error instanceof ServiceError || signal?.aborted) throw error;
      onFault(error);
      throw new ServiceError('INTERNAL_ERROR', 'The service failed. The fault has been logged.', { cause: error });
    }
  });
