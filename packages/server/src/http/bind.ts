import type { Endpoint, Limits } from '@pairspace/protocol';
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
import { hasOwnPlaces, type RequestsAtWork } from './requests-at-work.ts';
import { send } from './send.ts';
import { serveStreamed, StreamedAnswer } from './streamed-answer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity;
    credentials: Credentials;
  }
}

interface Binding {
  app: FastifyInstance;
  dispatcher: Dispatcher;
  sockets: StreamSockets;
  log: Logger;
  limits: Limits;
  atWork: RequestsAtWork;
}

/** Makes the function that turns endpoints into routes: the HTTP face of the dispatcher. */
export const createBind = (binding: Binding): Bind => {
  const { app, dispatcher, limits } = binding;
  app.decorateRequest('identity');
  app.decorateRequest('credentials');
  return (endpoint, handler, options) => {
    dispatcher.register(endpoint, handler, options);
    app.route({
      method: endpoint.method,
      url: routeOf(endpoint.path),
      config: { endpoint: `${endpoint.method} ${endpoint.path}` },
      ...(endpoint.bodyLimit && { bodyLimit: limits[endpoint.bodyLimit] }),
      onRequest: meetCaller(endpoint, binding),
      handler: runCall(endpoint, binding),
    });
  };
};

/** All that is done before the body is read. */
const meetCaller =
  (endpoint: Endpoint, { dispatcher, atWork }: Binding) =>
  async (request: FastifyRequest): Promise<void> => {
    assertCleanUrl(request.url);
    const credentials = new RequestCredentials(request);
    request.credentials = credentials;
    // Before anything is read for it: a refusal must cost little.
    if (!hasOwnPlaces(endpoint, hasWait(request))) atWork.assertRoom(credentials.clientAddress);
    request.identity = await dispatcher.meet(endpoint, credentials, {
      sessionId: (request.params as Record<string, string | undefined>)['sessionId'],
      waits: hasWait(request),
    });
    await dispatcher.checkBeforeBody(
      endpoint,
      request.identity,
      credentials,
      paramsOf(endpoint, request),
      headerOf(request),
    );
  };

/** Runs the call and sends what came of it. */
const runCall =
  (endpoint: Endpoint, { dispatcher, sockets, log, atWork }: Binding) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const input = { params: paramsOf(endpoint, request), query: request.query, body: request.body };
    const context = contextOf(request, reply);
    const { credentials, identity } = request;
    const work = (): Promise<Dispatched> => dispatcher.run(endpoint, identity, credentials, input, context);
    const outcome = hasOwnPlaces(endpoint, hasWait(request))
      ? await work()
      : await atWork.run(credentials.clientAddress, work);
    if (outcome instanceof EventStream) {
      const holder = dispatcher.holderOf(endpoint, identity, credentials);
      return sockets.serve(outcome, holder, request, reply);
    }
    if (outcome instanceof StreamedAnswer) {
      return serveStreamed({ answer: outcome, status: endpoint.status[0], request, reply, log });
    }
    return send(outcome, reply);
  };

const hasWait = ({ query }: FastifyRequest): boolean => (query as { wait?: unknown }).wait !== undefined;

/**
 * The token is read when it is asked for: a header that holds none is a refusal that is counted. A class, since an object
 * literal with a getter has a hidden class of its own each time, which keeps its request alive to the next full collection.
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
