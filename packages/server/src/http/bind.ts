import { type Endpoint, ServiceError } from '@pairspace/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, identifyCaller } from '../access/caller.ts';
import { admit } from '../access/guard.ts';
import { findSessionHead, type SessionHead } from '../access/session-head.ts';
import { tokenHash } from '../access/token.ts';
import type { Bus } from '../events/bus.ts';
import type { Storage } from '../storage/storage.ts';
import type { Bind, Call, Handler } from './call.ts';
import { routeOf } from './endpoint-paths.ts';
import { EventStream, type StreamSockets } from './event-stream.ts';
import { holdUntilFound } from './hold.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { assertCleanUrl, bearerToken, createParse, paramsOf, prefers } from './parse-request.ts';
import type { RateLimit } from './rate-limit.ts';
import { send } from './send.ts';
import { writeOnce } from './write-once.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

interface Binding {
  app: FastifyInstance;
  storage: Storage;
  bus: Bus;
  requestLimit: RateLimit;
  waitLimit: RateLimit;
  heartbeatLimit: RateLimit;
  sockets: StreamSockets;
  /** The operator's token, if there is one. */
  adminToken: string | undefined;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
}

/** Makes the function that turns endpoints into routes: the path of every request, from the socket to its operation. */
export const createBind = (binding: Binding): Bind => {
  const { app, storage, adminToken } = binding;
  const known = { db: storage.read, operatorHash: adminToken === undefined ? undefined : tokenHash(adminToken) };
  const keys = new IdempotencyKeys(storage);
  app.decorateRequest('caller');

  const limitOf = ({ countedAs }: Endpoint, request: FastifyRequest): RateLimit => {
    if (countedAs === 'heartbeats') return binding.heartbeatLimit;
    return (request.query as { wait?: unknown }).wait === undefined ? binding.requestLimit : binding.waitLimit;
  };

  const identify = async (endpoint: Endpoint, request: FastifyRequest): Promise<void> => {
    const limit = limitOf(endpoint, request);
    try {
      const token = bearerToken(request.headers.authorization);
      request.caller = await identifyCaller(known, token);
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
      onRequest: (request) => identify(endpoint, request),
      handler: async (request, reply) => {
        assertCleanUrl(request.url);
        const { authorization } = request.headers;
        const params = paramsOf(endpoint, request);
        const find = (): Promise<SessionHead | undefined> => findHead(storage, params);
        const session = await find();
        const caller = admit<E['access']>(endpoint.access, request.caller, session);
        const input = parse(params, request);
        const readmit = async (): Promise<SessionHead | undefined> => {
          const [present, head] = await Promise.all([identifyCaller(known, bearerToken(authorization)), find()]);
          admit(endpoint.access, present, head);
          return head;
        };
        const call: Call<E> = {
          ...input,
          caller,
          session,
          clientAddress: request.ip,
          header: (name) => request.headers[name]?.toString(),
          prefers: (mediaType) => prefers(request.headers.accept, mediaType),
          write: (work, options) => writeOnce(keys, storage, endpoint, request, reply, work, options),
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

const findHead = async (storage: Storage, { sessionId }: Record<string, string>): Promise<SessionHead | undefined> =>
  sessionId === undefined ? undefined : findSessionHead(storage.read, sessionId);

const closedSignal = (reply: FastifyReply): AbortSignal => {
  const closed = new AbortController();
  reply.raw.once('close', () => {
    closed.abort();
  });
  return closed.signal;
};
