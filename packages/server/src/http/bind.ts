import { type Endpoint, invalid, ServiceError } from '@pairspace/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import { type Caller, identifyCaller } from '../access/caller.ts';
import { admit } from '../access/guard.ts';
import { findSessionHead, type SessionHead } from '../access/session-head.ts';
import { tokenHash } from '../access/token.ts';
import type { Bus } from '../events/bus.ts';
import { JsonText } from '../lib/json-text.ts';
import type { Storage, Transaction } from '../storage/storage.ts';
import { Answer, dataText, jsonType, Representation, successBody } from './answer.ts';
import type { Bind, Call, Handler, Outcome } from './call.ts';
import { EventStream, type StreamSockets } from './event-stream.ts';
import { holdUntilFound } from './hold.ts';
import { IdempotencyKeys } from './idempotency.ts';
import type { RateLimit } from './rate-limit.ts';
import { refusalOf } from './translate-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

interface Binding {
  app: FastifyInstance;
  storage: Storage;
  bus: Bus;
  requestLimit: RateLimit;
  waitLimit: RateLimit;
  sockets: StreamSockets;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
}

const idempotencyKey = /^[\u0021-\u007e]{1,255}$/;

/** Makes the function that turns endpoints into routes: the path of every request, from the socket to its operation. */
export const createBind = (binding: Binding): Bind => {
  const { app, storage, requestLimit, waitLimit } = binding;
  const keys = new IdempotencyKeys(storage);
  app.decorateRequest('caller');

  const identify = async (request: FastifyRequest): Promise<void> => {
    const limit = (request.query as { wait?: unknown }).wait === undefined ? requestLimit : waitLimit;
    try {
      const token = bearerToken(request.headers.authorization);
      request.caller = await identifyCaller(storage.read, token);
      await limit.count(token === undefined ? request.ip : tokenHash(token));
    } catch (error) {
      // Whoever guesses tokens is counted by address.
      if (error instanceof ServiceError && error.code === 'UNAUTHORIZED') await limit.count(request.ip);
      throw error;
    }
  };

  return <E extends Endpoint>(endpoint: E, handler: Handler<E>): void => {
    const parse = createParse(endpoint);
    app.route({
      method: endpoint.method,
      url: routeOf(endpoint.path),
      config: { endpoint },
      onRequest: identify,
      handler: async (request, reply) => {
        assertCleanUrl(request.url);
        const params = paramsOf(endpoint, request);
        const find = (): Promise<SessionHead | undefined> => findHead(storage, params);
        const session = await find();
        const caller = admit<E['access']>(endpoint.access, request.caller, session);
        const input = parse(params, request);
        const readmit = async (): Promise<SessionHead | undefined> => {
          const now = await find();
          admit(endpoint.access, request.caller, now);
          return now;
        };
        const call: Call<E> = {
          ...input,
          caller,
          session,
          clientAddress: request.ip,
          header: (name) => request.headers[name]?.toString(),
          prefers: (mediaType) => prefers(request.headers.accept, mediaType),
          write: (work) => write(keys, storage, endpoint, request, reply, work),
          hold: (waitSeconds, read, isEmpty) =>
            waitSeconds && session
              ? holdUntilFound({
                  bus: binding.bus,
                  sessionId: session.id,
                  waitMs: waitSeconds * 1000,
                  signal: AbortSignal.any([binding.closing, closedSignal(reply)]),
                  read,
                  isEmpty,
                  mayCome: async () => (await readmit())?.status !== 'completed',
                })
              : read(),
          isStillAdmitted: () =>
            readmit().then(
              () => true,
              () => false,
            ),
        };
        const outcome = await handler(call);
        if (outcome instanceof EventStream) return binding.sockets.serve(outcome, request, reply);
        return send(endpoint, outcome, reply);
      },
    });
  };
};

/** Path parameters and query are text; only an endpoint's own schema makes more of them. */
const createParse = <E extends Endpoint>(endpoint: E) => {
  const check = (schema: z.ZodObject | undefined, value: unknown, place: string): unknown => {
    if (!schema) return {};
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw refusalOf(parsed.error, place);
    return parsed.data;
  };
  return (params: Record<string, string>, request: FastifyRequest) =>
    ({
      params: { ...params, ...(check(endpoint.params, params, 'path') as object) },
      query: check(endpoint.query, request.query, 'query'),
      body: check(endpoint.body, request.body ?? {}, 'body'),
    }) as Pick<Call<E>, 'params' | 'query' | 'body'>;
};

const routeOf = (path: string): string => path.replace(/\*\w+$/, '*');

const paramsOf = (endpoint: Endpoint, request: FastifyRequest): Record<string, string> => {
  const { '*': rest, ...params } = request.params as Record<string, string>;
  const restName = /\*(\w+)$/.exec(endpoint.path)?.[1];
  return restName && rest !== undefined ? { ...params, [restName]: rest } : params;
};

const findHead = async (storage: Storage, { sessionId }: Record<string, string>): Promise<SessionHead | undefined> =>
  sessionId === undefined ? undefined : findSessionHead(storage.read, sessionId);

const assertCleanUrl = (url: string): void => {
  if (!url.includes('%')) return;
  try {
    decodeURIComponent(url);
  } catch {
    throw invalid('query', 'is not percent-encoded correctly');
  }
  if (url.includes('%00')) throw invalid('url', 'must not hold NUL');
};

const bearerToken = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined;
  const token = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  if (token === undefined) throw new ServiceError('UNAUTHORIZED', 'Send the token as "Authorization: Bearer <token>".');
  return token;
};

const prefers = (accept: string | undefined, mediaType: string): boolean => {
  if (!accept?.includes(mediaType)) return false;
  const json = accept.indexOf('application/json');
  return json === -1 || accept.indexOf(mediaType) < json;
};

const closedSignal = (reply: FastifyReply): AbortSignal => {
  const closed = new AbortController();
  reply.raw.once('close', () => {
    closed.abort();
  });
  return closed.signal;
};

const write = async <E extends Endpoint>(
  keys: IdempotencyKeys,
  storage: Storage,
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: Transaction) => Promise<Outcome<E>>,
): Promise<Outcome<E>> => {
  const key = request.headers['idempotency-key'];
  if (key === undefined || endpoint.method !== 'POST') return storage.write(work);
  if (typeof key !== 'string' || !idempotencyKey.test(key)) {
    throw invalid('header.idempotency-key', 'must be 1–255 visible ASCII characters');
  }
  const caller = request.headers.authorization ?? request.ip;
  const scope = `${caller} ${request.method} ${request.url}`;
  const { answer, replayed } = await keys.write(
    { key, scope, body: JSON.stringify(request.body ?? null) },
    async (tx) => {
      const { status, headers, data } = answerOf(endpoint, await work(tx));
      return { status, headers, data: dataText(data) };
    },
  );
  if (replayed) reply.header('idempotency-replayed', 'true');
  return new Answer(new JsonText(answer.data), { status: answer.status, headers: answer.headers });
};

const answerOf = <E extends Endpoint>(endpoint: E, outcome: Outcome<E>) =>
  outcome instanceof Answer
    ? { status: outcome.status ?? endpoint.status[0], headers: outcome.headers, data: outcome.data }
    : { status: endpoint.status[0], headers: {}, data: outcome };

const send = <E extends Endpoint>(
  endpoint: E,
  outcome: Outcome<E> | Representation,
  reply: FastifyReply,
): FastifyReply => {
  if (outcome instanceof Representation) return reply.headers(outcome.headers).send(outcome.body);
  const { status, headers, data } = answerOf(endpoint, outcome);
  return reply
    .code(status)
    .headers(headers)
    .header('content-type', jsonType)
    .send(Buffer.from(successBody(dataText(data))));
};

/** Every other method on a known path is METHOD_NOT_ALLOWED and names those that are allowed (ERR-6). */
export const refuseOtherMethods = (
  app: FastifyInstance,
  endpoints: readonly Pick<Endpoint, 'method' | 'path'>[],
): void => {
  const allowedAt = new Map<string, Set<string>>();
  for (const { method, path } of endpoints) {
    const url = routeOf(path);
    const allowed = allowedAt.get(url) ?? new Set<string>();
    allowedAt.set(url, allowed.add(method));
    if (method === 'GET') allowed.add('HEAD');
  }
  const known: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
  for (const [url, allowed] of allowedAt) {
    const allow = [...allowed].join(', ');
    app.route({
      method: known.filter((method) => !allowed.has(method)),
      url,
      handler: (request, reply) => {
        reply.header('allow', allow);
        throw new ServiceError('METHOD_NOT_ALLOWED', `${request.method} is not allowed here; allowed: ${allow}.`);
      },
    });
  }
};
