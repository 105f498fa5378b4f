import { type Endpoint, endpoints, type Limits } from '@pairspace/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Identity } from '../access/caller.ts';
import type { Bind } from './call.ts';
import type { CallContext, Credentials } from './call-context.ts';
import type { Dispatched, Dispatcher } from './dispatch.ts';
import { clientAddressOf } from '../lib/client-address.ts';
import { closedSignal } from './closed-signal.ts';
import { routeOf } from './endpoint-paths.ts';
import { EventStream, type StreamSockets } from './event-stream.ts';
import { assertCleanUrl, bearerToken, paramsOf, preferred } from './parse-request.ts';
import { RequestsAtWork } from './requests-at-work.ts';
import { send } from './send.ts';
import { serveStreamed, StreamedAnswer } from './streamed-answer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity;
  }
}

interface Binding {
  app: FastifyInstance;
  dispatcher: Dispatcher;
  sockets: StreamSockets;
  log: Logger;
  limits: Limits;
}

/** Makes the function that turns endpoints into routes: the HTTP face of the dispatcher. */
export const createBind = ({ app, dispatcher, sockets, log, limits }: Binding): Bind => {
  app.decorateRequest('identity');
  const atWork = new RequestsAtWork(limits.requestsAtOnce);
  return (endpoint, handler, options) => {
    dispatcher.register(endpoint, handler, options);
    app.route({
      method: endpoint.method,
      url: routeOf(endpoint.path),
      ...(endpoint.bodyLimit && { bodyLimit: limits[endpoint.bodyLimit] }),
      onRequest: async (request) => {
        assertCleanUrl(request.url);
        request.identity = await dispatcher.meet(endpoint, credentialsOf(request), {
          sessionId: (request.params as Record<string, string | undefined>)['sessionId'],
          waits: hasWait(request),
        });
        await dispatcher.checkBeforeBody(
          endpoint,
          request.identity,
          credentialsOf(request),
          paramsOf(endpoint, request),
          headerOf(request),
        );
      },
      handler: async (request, reply) => {
        const input = { params: paramsOf(endpoint, request), query: request.query, body: request.body };
        const context = contextOf(request, reply);
        const credentials = credentialsOf(request);
        const work = (): Promise<Dispatched> => dispatcher.run(endpoint, request.identity, credentials, input, context);
        const outcome = hasOwnPlaces(endpoint, request)
          ? await work()
          : await atWork.run(credentials.clientAddress, work);
        if (outcome instanceof EventStream) {
          const holder = dispatcher.holderOf(endpoint, request.identity, credentialsOf(request));
          return sockets.serve(outcome, holder, request, reply);
        }
        if (outcome instanceof StreamedAnswer) {
          return serveStreamed({ answer: outcome, status: endpoint.status[0], request, reply, log });
        }
        return send(outcome, reply);
      },
    });
  };
};

/** Waits have places of their own, and a heartbeat must come through: without it an agent counts as gone. */
const hasOwnPlaces = (endpoint: Endpoint, request: FastifyRequest): boolean =>
  (endpoint.path === endpoints.heartbeat.path && endpoint.method === endpoints.heartbeat.method) ||
  (hasWait(request) && endpoint.query?.shape['wait'] !== undefined);

const hasWait = ({ query }: FastifyRequest): boolean => (query as { wait?: unknown }).wait !== undefined;

/** The token is read when it is asked for: a header that holds none is a refusal that is counted. */
const credentialsOf = (request: FastifyRequest): Credentials => ({
  get token() {
    return bearerToken(request.headers.authorization);
  },
  clientAddress: clientAddressOf(request.ip),
});

const headerOf =
  (request: FastifyRequest): CallContext['header'] =>
  (name) =>
    request.headers[name]?.toString();

const contextOf = (request: FastifyRequest, reply: FastifyReply): CallContext => ({
  header: headerOf(request),
  prefers: (...mediaTypes) => preferred(request.headers.accept, mediaTypes),
  gone: () => closedSignal(reply),
  onReplay: () => {
    reply.header('idempotency-replayed', 'true');
  },
});
