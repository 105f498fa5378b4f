import { type Endpoint, type EndpointName, endpoints, invalid, ServiceError } from '@pairspace/protocol';
import type { HostWorker } from '../../access/caller.ts';
import { Representation, EventStream, type StreamReader } from './answer.ts';
import { clientAddressOf } from '../../lib/client-address.ts';
import { JsonText } from '../../lib/json-text.ts';
import type { CallContext, Repetition, UnparsedInput } from './call.ts';
import { type CallResult, type Dispatcher, hasWait } from './dispatcher.ts';
import { StreamedAnswer } from './streamed-answer.ts';

/** A call in this process. Path parameters and query values are decoded text. */
export interface LocalCall {
  /** The bearer token. Undefined for a stranger. */
  token?: string | undefined;
  /** The address under which strangers and wrong tokens are counted. */
  clientAddress: string;
  /** The worker of this process, in place of a token. Its input is trusted, so only the schemas check it. */
  worker?: HostWorker | undefined;
  /** Whether an agent key stands for its seat in the session (A2A-3). */
  inSeat?: boolean | undefined;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  /** The body as a JSON value. */
  body?: unknown;
  /** Makes a POST safe to repeat (IDEM-1). */
  idempotencyKey?: string | undefined;
  repetition?: Repetition | undefined;
  /** The key of a protected agentId (AGT-4). */
  agentKey?: string | undefined;
  /** The key of a closed service (MOD-9). */
  createKey?: string | undefined;
  /** Aborts when the caller leaves; waits and streams then end. */
  signal?: AbortSignal | undefined;
}

/** The result of a call in this process. */
export type LocalResult =
  /**
   * `data` is the payload under the endpoint's `result` schema. `replayed`: the answer is that of an earlier call with
   * the same key.
   */
  | { kind: 'value'; status: number; headers: Readonly<Record<string, string>>; data: unknown; replayed: boolean }
  /** A payload that is too large to hold, in pieces of its JSON text with the envelope. */
  | { kind: 'pieces'; answer: StreamedAnswer }
  /** A live stream: each item is one server-sent event or comment, until the caller leaves or the session ends. */
  | { kind: 'stream'; frames: AsyncIterable<Buffer> };

/**
 * Calls an endpoint without HTTP, under the same rules: identity, rate, access, validation, idempotency. Rejects with a
 * `ServiceError` for a refusal; any other error is a fault of the service.
 */
export type Dispatch = (name: EndpointName, call: LocalCall) => Promise<LocalResult>;

interface DispatchOptions {
  dispatcher: Dispatcher;
  framesOf: (stream: EventStream, reader: StreamReader, signal: AbortSignal) => AsyncIterable<Buffer>;
  bodyBytes: number;
}

/** Makes the dispatch function for callers in this process, such as MCP and tests. */
export const createDispatch =
  ({ dispatcher, framesOf, bodyBytes }: DispatchOptions): Dispatch =>
  async (name, { params = {}, query = {}, body, signal = new AbortController().signal, ...call }) => {
    const endpoint: Endpoint = endpoints[name];
    const { token, worker, inSeat } = call;
    const credentials = { token, clientAddress: clientAddressOf(call.clientAddress), worker, inSeat };
    const header = headersOf(call);
    const arrival = { sessionId: params['sessionId'], waits: hasWait(query), header };
    const identity = await dispatcher.identifyAndLimit(endpoint, credentials, arrival);
    if (!worker) assertPlain({ params, query, body }, bodyBytes);
    let replayed = false;
    const context: CallContext = {
      header,
      prefers: () => undefined,
      gone: () => signal,
      onReplay: () => {
        replayed = true;
      },
      repetition: call.repetition,
    };
    const input = { params, query, body };
    const { outcome, holder, pending } = await dispatcher.run(endpoint, identity, credentials, input, context);
    if (outcome instanceof EventStream) {
      return { kind: 'stream', frames: framesOf(outcome, { holder, pending }, signal) };
    }
    // The caller of this function reserves room for the answer when it sends the answer.
    pending[Symbol.dispose]();
    return resultOf(endpoint, outcome, replayed);
  };

/** The HTTP headers that correspond to the fields of the call. */
const headersOf = ({ idempotencyKey, agentKey, createKey }: LocalCall): CallContext['header'] => {
  const headers: Record<string, string | undefined> = {
    'idempotency-key': idempotencyKey,
    'x-agent-key': agentKey,
    'x-create-key': createKey,
  };
  return (name) => headers[name];
};

const resultOf = async (
  endpoint: Endpoint,
  outcome: Exclude<CallResult, EventStream>,
  replayed: boolean,
): Promise<LocalResult> => {
  if (outcome instanceof StreamedAnswer) {
    const { value, headers } = outcome;
    if (!value) return { kind: 'pieces', answer: outcome };
    return { kind: 'value', status: endpoint.status[0], headers, data: await value(), replayed };
  }
  if (outcome instanceof Representation) {
    return { kind: 'value', status: endpoint.status[0], headers: outcome.headers, data: outcome.body, replayed };
  }
  const { status, headers, data } = outcome;
  return { kind: 'value', status, headers, data: data instanceof JsonText ? JSON.parse(data.text) : data, replayed };
};

const maxLevels = 64;

/**
 * Refuses input that a body over HTTP could not contain: too many bytes, NUL, lone surrogates, deep nesting (API-13).
 */
const assertPlain = (input: UnparsedInput, bodyBytes: number): void => {
  const check = (value: unknown, place: string, levels: number): void => {
    if (levels < 0) throw invalid(place, `must not be nested deeper than ${String(maxLevels)} levels`);
    if (typeof value === 'string' && (!value.isWellFormed() || value.includes('\0'))) {
      throw invalid(place, 'must not hold NUL or half of a surrogate pair in a string');
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === '__proto__') throw invalid(place, 'must not hold a "__proto__" key');
      check(key, place, levels);
      check(inner, place, levels - 1);
    }
  };
  for (const [place, value] of Object.entries(input)) check(value, place, maxLevels);
  if (Buffer.byteLength(JSON.stringify(input.body ?? null)) > bodyBytes) {
    throw new ServiceError('PAYLOAD_TOO_LARGE', 'The body is too large.', { details: { limitBytes: bodyBytes } });
  }
};
