import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { clientAddressOf } from '../../lib/client-address.ts';
import { EventStream } from '../dispatch/answer.ts';
import type { AdmittedRequest, Bind, Incoming, Operation } from '../dispatch/call.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import { slowBodies } from './connections.ts';
import { routeOf } from './endpoint-paths.ts';
import type { StreamSockets } from './event-stream.ts';
import { addressOf, assertCleanUrl, bearerToken, closedSignal, paramsOf, preferred } from './request-head.ts';
import { send } from './send.ts';

declare module 'fastify' {
  interface FastifyRequest {
    admitted: AdmittedRequest;
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
  app.decorateRequest('admitted');
  return (endpoint, handler) => {
    const operation = dispatcher.register(endpoint, handler);
    if (endpoint.streamsBody) bindStreamedBody(operation, binding);
    else app.route(routeTo(operation, binding));
  };
};

const routeTo = (operation: Operation, { dispatcher, sockets, log }: Binding) => {
  const { endpoint } = operation;
  return {
    method: endpoint.method,
    url: routeOf(endpoint.path),
    config: { countsItself: true },
    /** The steps before the body is read. */
    onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      assertCleanUrl(request.url);
      const incoming = new HttpIncoming(request, reply);
      const { sessionId } = request.params as { sessionId?: string };
      request.admitted = await dispatcher.admit(operation, incoming, { sessionId, query: request.query });
    },
    handler: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { admitted } = request;
      const input = { params: paramsOf(endpoint, request), query: request.query, body: request.body };
      const outcome = await dispatcher.run(admitted, input);
      if (outcome instanceof EventStream) return sockets.serve(outcome, admitted.holder, request, reply, log);
      if (admitted.isReplayed) reply.header('idempotency-replayed', 'true');
      return send(outcome, endpoint.status[0], request, reply, log);
    },
  };
};

/** A hook of routes that are no endpoints, for requests before their body is read. */
export type AdmitFace = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export const createAdmitFace =
  (dispatcher: Dispatcher): AdmitFace =>
  (request, reply) =>
    dispatcher.admitFace(new HttpIncoming(request, reply));

/** Binds an endpoint that reads its body as it comes, and limits its time itself. */
const bindStreamedBody = (operation: Operation, binding: Binding): void => {
  binding.app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(['application/json', 'application/jsonl'], ({ raw }, payload, parsed) => {
      slowBodies.add(raw.socket);
      raw.once('close', () => slowBodies.delete(raw.socket));
      parsed(null, payload);
    });
    scope.route(routeTo(operation, binding));
    done();
  });
};

/** A request over HTTP. Methods read what only some operations need. */
class HttpIncoming implements Incoming {
  readonly clientAddress: string;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.clientAddress = clientAddressOf(request.ip);
    this.#request = request;
    this.#reply = reply;
  }

  get token(): string | undefined {
    return bearerToken(this.#request.headers.authorization);
  }

  get serviceUrl(): string {
    return addressOf(this.#request);
  }

  header(name: string): string | undefined {
    return this.#request.headers[name]?.toString();
  }

  prefers<Type extends string>(...mediaTypes: Type[]): Type | undefined {
    return preferred(this.#request.headers.accept, mediaTypes);
  }

  gone(): AbortSignal {
    return closedSignal(this.#reply);
  }
}
