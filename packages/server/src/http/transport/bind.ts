import type { Endpoint } from '@pairspace/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Bind, CallContext, Credentials } from '../dispatch/call.ts';
import { type Dispatcher, hasWait, type IdentifiedClient } from '../dispatch/dispatcher.ts';
import { clientAddressOf } from '../../lib/client-address.ts';
import { routeOf } from './endpoint-paths.ts';
import type { StreamSockets } from './event-stream.ts';
import { EventStream } from '../dispatch/answer.ts';
import { addressOf, assertCleanUrl, bearerToken, closedSignal, paramsOf, preferred } from './request-head.ts';
import { send } from './send.ts';

declare module 'fastify' {
  interface FastifyRequest {
    identity: IdentifiedClient;
    credentials: Credentials;
  }
}

interface Binding {
  app: FastifyInstance;
  dispatcher: Dispatcher;
  sockets: StreamSockets;
  log: Logger;
}

/** Makes the function that binds endpoints to HTTP routes of the dispatcher. */
export const createBind = (binding: Binding): Bind => {
  const { app, dispatcher } = binding;
  app.decorateRequest('identity');
  app.decorateRequest('credentials');
  return (endpoint, handler) => {
    dispatcher.register(endpoint, handler);
    app.route({
      method: endpoint.method,
      url: routeOf(endpoint.path),
      config: {
        endpoint: `${endpoint.method} ${endpoint.path}`,
        countsItself: true,
        ...(endpoint.streamsBody && { streamsBody: true }),
      },
      onRequest: identifyCaller(endpoint, binding),
      handler: runCall(endpoint, binding),
    });
  };
};

/** The steps before the body is read. */
const identifyCaller =
  (endpoint: Endpoint, { dispatcher }: Binding) =>
  async (request: FastifyRequest): Promise<void> => {
    assertCleanUrl(request.url);
    const credentials = new RequestCredentials(request);
    request.credentials = credentials;
    request.identity = await dispatcher.identifyAndLimit(endpoint, credentials, {
      sessionId: (request.params as Record<string, string | undefined>)['sessionId'],
      waits: hasWait(request.query),
      header: headerOf(request),
    });
  };

/** Runs the call and sends its result. */
const runCall =
  (endpoint: Endpoint, { dispatcher, sockets, log }: Binding) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const input = { params: paramsOf(endpoint, request), query: request.query, body: request.body };
    const context = contextOf(request, reply);
    const { credentials, identity } = request;
    const { outcome, holder, pending } = await dispatcher.run(endpoint, identity, credentials, input, context);
    if (outcome instanceof EventStream) {
      return sockets.serve(outcome, { holder, pending }, request, reply).finally(() => {
        pending[Symbol.dispose]();
      });
    }
    return send({ outcome, status: endpoint.status[0], pending, request, reply, log });
  };

/**
 * Reads the token on demand, because a malformed header is a refusal that must be counted. It is a class because each
 * object literal with a getter has its own hidden class, which keeps the request alive until the next full garbage
 * collection.
 */
class RequestCredentials implements Credentials {
  readonly clientAddress: string;
  readonly #authorization: string | undefined;

  constructor({ headers, ip }: FastifyRequest) {
    this.clientAddress = clientAddressOf(ip);
    this.#authorization = headers.authorization;
  }

  get token(): string | undefined {
    return bearerToken(this.#authorization);
  }
}

const headerOf =
  (request: FastifyRequest): CallContext['header'] =>
  (name) =>
    request.headers[name]?.toString();

const contextOf = (request: FastifyRequest, reply: FastifyReply): CallContext => ({
  header: headerOf(request),
  serviceUrl: addressOf(request),
  prefers: (...mediaTypes) => preferred(request.headers.accept, mediaTypes),
  gone: () => closedSignal(reply),
  onReplay: () => {
    reply.header('idempotency-replayed', 'true');
  },
});
