import { type Endpoint, type Limits, type ParamsOf, ServiceError } from '@pairspace/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { identify, type Identity, isMember, isOfSession } from '../access/caller.ts';
import { admit } from '../access/guard.ts';
import type { SessionHead } from '../access/session-head.ts';
import { tokenHash } from '../access/token.ts';
import type { Bus } from '../events/bus.ts';
import { JsonText } from '../lib/json-text.ts';
import type { Queries, Storage, Transaction } from '../storage/storage.ts';
import { Answer, dataText } from './answer.ts';
import type { Bind, BindOptions, Call, Handler } from './call.ts';
import { clientAddressOf } from './client-address.ts';
import { routeOf } from './endpoint-paths.ts';
import { EventStream, type StreamSockets } from './event-stream.ts';
import { keyCheck } from './key-check.ts';
import { longPoll } from './long-poll.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { assertCleanUrl, bearerToken, createParse, paramsOf, preferred } from './parse-request.ts';
import { type Holder, Places } from './places.ts';
import type { RequestLimits } from './request-limits.ts';
import { answerOf, send } from './send.ts';
import { serveStreamed, StreamedAnswer } from './streamed-answer.ts';
import { whileAdmitted } from './while-admitted.ts';
import { isReplay, type Once, writeOnce } from './write-once.ts';

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity;
  }
}

interface Binding {
  app: FastifyInstance;
  storage: Storage;
  bus: Bus;
  requestLimits: RequestLimits;
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
  const { app, storage, adminToken, limits, requestLimits } = binding;
  const operatorHash = adminToken === undefined ? undefined : tokenHash(adminToken);
  const keys = new IdempotencyKeys(storage);
  const waits = new Places('waits', {
    perProcess: limits.waitsPerProcess,
    perSession: limits.waitsPerSession,
    perAddress: limits.waitsPerAddress,
  });
  app.decorateRequest('identity');

  const identityOf = (request: FastifyRequest, db: Queries = storage.read): Promise<Identity> => {
    const { sessionId } = request.params as Record<string, string | undefined>;
    return identify({ db, operatorHash }, bearerToken(request.headers.authorization), sessionId);
  };

  const meet = async (endpoint: Endpoint, request: FastifyRequest): Promise<void> => {
    assertCleanUrl(request.url);
    const address = clientAddressOf(request.ip);
    try {
      const token = bearerToken(request.headers.authorization);
      request.identity = await identityOf(request);
      const { caller } = request.identity;
      const hasWait = (request.query as { wait?: unknown }).wait !== undefined;
      const client = token === undefined ? address : tokenHash(token);
      await requestLimits.count({ endpoint, caller, client, address, hasWait });
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'UNAUTHORIZED') await requestLimits.countGuess(address);
      throw error;
    }
  };

  return <E extends Endpoint>(endpoint: E, handler: Handler<E>, { beforeBody }: BindOptions<E> = {}): void => {
    const parse = createParse(endpoint);
    const checkKey = keyCheck(endpoint);
    app.route({
      method: endpoint.method,
      url: routeOf(endpoint.path),
      ...(endpoint.bodyLimit && { bodyLimit: limits[endpoint.bodyLimit] }),
      onRequest: async (request) => {
        await meet(endpoint, request);
        // A body that may be larger than others is not read for whoever is refused anyway.
        if (endpoint.bodyLimit) admit(endpoint.access, request.identity.caller, request.identity.session);
        await beforeBody?.(paramsOf(endpoint, request) as ParamsOf<E>, () => isReplay(keys, request));
      },
      handler: async (request, reply) => {
        const { session } = request.identity;
        checkKey(request.headers['idempotency-key']?.toString(), request.identity.caller.kind === 'stranger');
        const caller = admit<E['access']>(endpoint.access, request.identity.caller, session);
        const input = parse(paramsOf(endpoint, request), request);
        if (endpoint.screened) await binding.screen(endpoint.screened, input.body, session);
        const holderIn = (sessionId: string): Holder => ({
          sessionId,
          address: clientAddressOf(request.ip),
          isMember: isMember(caller) || caller.kind === 'operator',
        });
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
          clientAddress: clientAddressOf(request.ip),
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
          isMember: isMember(caller) || caller.kind === 'operator',
          longPoll: async (waitSeconds, read, isEmpty, { topic, pollMs } = {}) => {
            if (!waitSeconds || !session) return read();
            const place = waits.take(holderIn(session.id));
            const found = longPoll({
              bus: binding.bus,
              topic: topic ?? session.id,
              pollMs,
              waitMs: waitSeconds * 1000,
              signal: call.gone(),
              read,
              isEmpty,
              mayContinue: async () => (await readmit())?.status !== 'completed',
            });
            return found.finally(() => {
              place[Symbol.dispose]();
            });
          },
          gone: () => AbortSignal.any([binding.closing, closedSignal(reply)]),
          isStillAdmitted: () =>
            readmit().then(
              () => true,
              () => false,
            ),
        };
        const outcome = await handler(call);
        if (outcome instanceof EventStream) {
          return binding.sockets.serve(outcome, holderIn(outcome.sessionId), request, reply);
        }
        // What was read may have been said after the session turned private (ACC-9).
        if (!isMember(caller) && session && endpoint.method === 'GET') await readmit();
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
