import { AssertionError } from 'node:assert';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type ConflictReason,
  type EndpointName,
  endpoints,
  type Endpoints,
  type ErrorCode,
  pathOf,
  type ResultOf,
} from '@pairspace/protocol';
import { checkAnswer, type Refusal, type Reply, type Success } from './check-answer.ts';
import type { HttpAnswer, HttpClient, HttpRequest } from './http-client.ts';
import type { Through } from './through.ts';

const timesAgain = 3;
const againAfterMs = 1000;

/** The input of one call, in addition to the caller's own binding. */
export interface CallInput {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  /** The body, sent as JSON. */
  body?: unknown;
  /** Raw bytes in place of `body`. */
  bytes?: string | Uint8Array;
  headers?: Record<string, string>;
}

type DataOf<N extends EndpointName> = ResultOf<Endpoints[N]>;

interface Binding {
  http: HttpClient;
  token?: string | undefined;
  sessionId?: string | undefined;
  /** The client by whose methods it calls; by HTTP without one. */
  through?: Through | undefined;
}

/** A caller of the service: with or without a token, in a session or in none. Every answer is checked. */
export class Caller {
  readonly #binding: Binding;

  constructor(binding: Binding) {
    this.#binding = binding;
  }

  get token(): string | undefined {
    return this.#binding.token;
  }

  /** The same client with another token, or none. */
  as(token: string | undefined): Caller {
    return new Caller({ ...this.#binding, token });
  }

  /** The same client and token in another session. */
  in(sessionId: string): Caller {
    return new Caller({ ...this.#binding, sessionId });
  }

  /** The same caller at another client address. */
  from(http: HttpClient): Caller {
    return new Caller({ ...this.#binding, http });
  }

  /** The request that a call would send. */
  request(name: EndpointName, { params, query = {}, body, bytes, headers = {} }: CallInput = {}): HttpRequest {
    const { token, sessionId } = this.#binding;
    const endpoint = endpoints[name];
    const path = pathOf(endpoint, { ...(sessionId === undefined ? {} : { sessionId }), ...params });
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
    const content = bytes ?? (body === undefined ? undefined : JSON.stringify(body));
    return {
      method: endpoint.method,
      path: search === '' ? path : `${path}?${search}`,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(content === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: content,
    };
  }

  /** Calls an endpoint; the answer may be a success or a refusal. */
  async call<N extends EndpointName>(name: N, given: CallInput = {}): Promise<Reply<DataOf<N>>> {
    const request = this.request(name, given);
    const reply = await this.#answerOf(name, request, given);
    if (!reply.ok) this.#assertKeepsSecrets(reply.error, request, given);
    return reply as Reply<DataOf<N>>;
  }

  /** A service that is unavailable for a moment has stored nothing (ERR-10), so the request is repeated. */
  async #answerOf(name: EndpointName, request: HttpRequest, given: CallInput): Promise<Reply> {
    for (let left = timesAgain; ; left--) {
      const reply = checkAnswer(await this.#send(name, request, given), endpoints[name]);
      if (reply.ok || reply.error.code !== 'UNAVAILABLE' || left === 0) return reply;
      await pause(againAfterMs);
    }
  }

  async #send(name: EndpointName, request: HttpRequest, given: CallInput): Promise<HttpAnswer> {
    const { http, token, sessionId, through } = this.#binding;
    const params = Object.fromEntries(
      Object.entries({ sessionId, ...given.params }).flatMap(([key, value]) =>
        value !== undefined && new RegExp(`[:*]${key}\\b`).test(endpoints[name].path) ? [[key, value]] : [],
      ),
    );
    return (await through?.call({ ...http.place, token, name, params, given })) ?? http.send(request);
  }

  /** Calls an endpoint that must succeed. */
  async success<N extends EndpointName>(name: N, given: CallInput = {}): Promise<Success<DataOf<N>>> {
    const reply = await this.call(name, given);
    if (reply.ok) return reply;
    const { code, message } = reply.error;
    throw new AssertionError({ message: `${name} was refused: ${code}, ${message}`, actual: reply.error });
  }

  /** The payload of a call that must succeed. */
  async ok<N extends EndpointName>(name: N, given: CallInput = {}): Promise<DataOf<N>> {
    return (await this.success(name, given)).data;
  }

  /** Calls an endpoint that must refuse with this code. */
  async refused(code: ErrorCode, name: EndpointName, given: CallInput = {}): Promise<Refusal> {
    const reply = await this.call(name, given);
    const actual = reply.ok ? `${String(reply.status)} with data` : `${reply.error.code}, ${reply.error.message}`;
    if (!reply.ok && reply.error.code === code) return reply.error;
    const { method, path, body } = this.request(name, given);
    const sent = body === undefined ? '' : ` ${String(body).slice(0, 200)}`;
    throw new AssertionError({ message: `${method} ${path}${sent} must be refused`, expected: code, actual });
  }

  /** Calls an endpoint that must refuse with 409 for this reason. */
  async conflict(reason: ConflictReason, name: EndpointName, given: CallInput = {}): Promise<Refusal> {
    const error = await this.refused('CONFLICT', name, given);
    if (error.details['reason'] === reason) return error;
    const message = `${name} must be refused for another reason`;
    throw new AssertionError({ message, expected: reason, actual: error.details['reason'] });
  }

  /** An error never repeats a token or an invite code (ERR-11). */
  #assertKeepsSecrets(error: Refusal, { path }: HttpRequest, { body }: CallInput): void {
    const { inviteCode, recoveryCode } = (body ?? {}) as { inviteCode?: unknown; recoveryCode?: unknown };
    const text = JSON.stringify(error);
    for (const secret of [this.#binding.token, inviteCode, recoveryCode]) {
      if (typeof secret === 'string' && secret.length > 8 && text.includes(secret))
        throw new AssertionError({ message: `the error of ${path} repeats a secret`, actual: error });
    }
  }
}
