import { type Endpoint, type Limits, ServiceError } from '@pairspace/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { identify, type Identity, isOfSession } from '../access/caller.ts';
import { admit } from '../access/guard.ts';
import type { SessionHead } from '../access/session-head.ts';
import { tokenHash } from '../access/token.ts';
import type { Bus } from '../events/bus.ts';
import { JsonText } from '../lib/json-text.ts';
import type { Queries, Storage, Transaction } from '../storage/storage.ts';
import { Answer, dataText } from './answer.ts';
import type { Bind, Call, Handler } from './call.ts';
import { routeOf } from './endpoint-paths.ts';
import { EventStream, type StreamSockets } from './event-stream.ts';
import { longPoll } from './long-poll.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { assertCleanUrl, bearerToken, createParse, paramsOf, preferred } from './parse-request.ts';
import type { RateLimit } from './rate-limit.ts';
import { answerOf, send } from './send.ts';
import { serveStreamed, StreamedAnswer } from './streamed-answer.ts';
import { whileAdmitted } from './while-admitted.ts';
import { type Once, writeOnce } from './write-once.ts';

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity;
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
  log: Logger;
  limits: Limits;
  /** The operator's token, if there is one. */
  adminToken: string | undefined;
  /** Refuses secrets in the fields of a body (SEC-1, SEC-2). */
  screen: (fields: readonly string[], body: object, session: SessionHead | undefined) => Promise<void>;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
}

/** Makes the function that turns endpoints into routes: the path of every request, from the socket to its operation. */
export const createBind = (binding: Binding): Bind => {
  const { app, storage, adminToken, limits } = binding;
  const operatorHash = adminToken === undefined ? undefined : tokenHash(adminToken);
  const keys = new IdempotencyKeys(storage);
  app.decorateRequest('identity');

  const limitOf = ({ countedAs }: Endpoint, request: FastifyRequest): RateLimit => {
    if (countedAs === 'heartbeats') return binding.heartbeatLimit;
    return (request.query as { wait?: unknown }).wait === undefined ? binding.requestLimit : binding.waitLimit;
  };

  const identityOf = (request: FastifyRequest, db: Queries = storage.read): Promise<Identity> => {
    const { sessionId } = request.params as Record<string, string | undefined>;
    return identify({ db, operatorHash }, bearerToken(request.headers.authorization), sessionId);
  };

  const meet = async (endpoint: Endpoint, request: FastifyRequest): Promise<void> => {
    assertCleanUrl(request.url);
    const limit = limitOf(endpoint, request);
    try {
      const token = bearerToken(request.headers.authorization);
      request.identity = await identityOf(request);
      if (request.identity.caller.kind === 'operator') return;
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
      ...(endpoint.bodyLimit && { bodyLimit: limits[endpoint.bodyLimit] }),
      onRequest: async (request) => {
        await meet(endpoint, request);
        // A body that may be larger than others is not read for whoever is refused anyway.
        if (endpoint.bodyLimit) admit(endpoint.access, request.identity.caller, request.identity.session);
      },
      handler: async (request, reply) => {
        const { session } = request.identity;
        const caller = admit<E['access']>(endpoint.access, request.identity.caller, session);
        const input = parse(paramsOf(endpoint, request), request);
        if (endpoint.screened) await binding.screen(endpoint.screened, input.body, session);
        const readmit = async (): Promise<SessionHead | undefined> => {
          const present = await identityOf(request);
          admit(endpoint.access, present.caller, present.session);
          return present.session;
        };
        const mayBeEnded = session !== undefined && (isOfSession(caller, session.id) || caller.kind === 'worker');
        const once: Once = (work, form, options) =>
          writeOnce(
            { keys, storage, request, reply },
            // What need not last is read together with its seat, which ends with its agent.
            mayBeEnded && options?.durable !== false
              ? whileAdmitted(session, work, async (tx) => {
                  const present = await identityOf(request, tx);
                  admit(endpoint.access, present.caller, present.session);
                })
              : work,
            form,
            { session: session?.id, ...options },
          );
        const call: Call<E> = {
          ...input,
          caller,
          session,
          clientAddress: request.ip,
          header: (name) => request.headers[name]?.toString(),
          prefers: (...mediaTypes) => preferred(request.headers.accept, mediaTypes),
          write: (work, options) =>
            once(
              work,
              {
                keep: (outcome) => {
                  const { status, headers, data } = answerOf(endpoint, outcome);
                  return { status, headers, data: dataText(data) };
                },
                restore: ({ status, headers, data }) => new Answer(new JsonText(data), { status, headers }),
              },
              options,
            ),
          writeValue: <T>(work: (tx: Transaction) => Promise<T>) =>
            once(work, {
              keep: (value) => ({ status: endpoint.status[0], headers: {}, data: JSON.stringify(value) }),
              restore: ({ data }) => JSON.parse(data) as T,
            }),
          longPoll: (waitSeconds, read, isEmpty) =>
            waitSeconds && session
              ? longPoll({
                  bus: binding.bus,
                  sessionId: session.id,
                  waitMs: waitSeconds * 1000,
                  signal: call.gone(),
                  read,
                  isEmpty,
                  mayContinue: async () => (await readmit())?.status !== 'completed',
                })
              : read(),
          gone: () => AbortSignal.any([binding.closing, closedSignal(reply)]),
          isStillAdmitted: () =>
            readmit().then(
              () => true,
              () => false,
            ),
        };
        const outcome = await handler(call);
        if (outcome instanceof EventStream) return binding.sockets.serve(outcome, request, reply);
        // What was read may have been said after the session turned private (ACC-9).
        if (caller.kind === 'stranger' && session && endpoint.method === 'GET') await readmit();
        if (outcome instanceof StreamedAnswer) {
          return serveStreamed({ answer: outcome, status: endpoint.status[0], request, reply, log: binding.log });
        }
        return send(endpoint, outcome, reply);
      },
    });
  };
};

const closedSignal = (reply: FastifyReply): AbortSignal => {
  const closed = new AbortController();
  reply.raw.once('close', () => {
    closed.abort();
  });
  if (reply.raw.destroyed) closed.abort();
  return closed.signal;
};
