import type { Endpoint, Limits } from '@pairspace/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Bind } from './call.ts';
import type { CallContext, Credentials } from './call-context.ts';
import { type Dispatcher, hasWait, type IdentifiedClient } from './dispatch.ts';
import { clientAddressOf } from '../lib/client-address.ts';
import { closedSignal } from './closed-signal.ts';
import { routeOf } from './endpoint-paths.ts';
import { EventStream, type StreamSockets } from './event-stream.ts';
import { assertCleanUrl, bearerToken, paramsOf, preferred } from './parse-request.ts';
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
  limits: Limits;
}

/** Makes the function that binds endpoints to HTTP routes of the dispatcher. */
export const createBind = (binding: Binding): Bind => {
  const { app, dispatcher, limits } = binding;
  app.decorateRequest('identity');
  app.decorateRequest('credentials');
  return (endpoint, handler, options) => {
    dispatcher.register(endpoint, handler, options);
    app.route({
      method: endpoint.method,
      url: routeOf(endpoint.path),
      config: { endpoint: `${endpoint.method} ${endpoint.path}`, countsItself: true },
      ...(endpoint.bodyLimit && { bodyLimit: limits[endpoint.bodyLimit] }),
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
    });
    await dispatcher.checkBeforeBody(
      endpoint,
      request.identity,
      credentials,
      paramsOf(endpoint, request),
      headerOf(request),
    );
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
  prefers: (...mediaTypes) => preferred(request.headers.accept, mediaTypes),
  gone: () => closedSignal(reply),
  onReplay: () => {
    reply.header('idempotency-replayed', 'true');
  },
});
