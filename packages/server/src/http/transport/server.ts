import { invalid, type Limits, ServiceError } from '@pairspace/protocol';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { clientAddressOf } from '../../lib/client-address.ts';
import { newId } from '../../lib/ids.ts';
import type { RequestLimits } from '../../limits/request-limits.ts';
import type { ServiceLimits } from '../../limits/service-limits.ts';
import { errorBody, jsonType } from '../dispatch/answer.ts';
import { answerBelowFramework, limitConnections, serialiseRequests } from './connections.ts';
import { CountedRequest } from './counted-request.ts';
import { refuseUnknownRoutes } from './endpoint-paths.ts';
import { type BrowserRules, guardBrowsers } from './guard-browsers.ts';
import { acceptJsonBodies } from './json-body.ts';
import { logRequests } from './log-requests.ts';
import { prepareRefusal, translateError } from './translate-error.ts';

/** The limit of request line and headers together, in bytes. */
const maxHeaderBytes = 16 * 1024;

/** The time after which an idle connection is closed. */
const keepAliveMs = 72_000;

/** The headers of every answer. */
const everywhere = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** Routes have no schemas of the framework, so its compilers, which take time to load, are not loaded. */
const noCompilers = { buildValidator: noCompiler, buildSerializer: noCompiler };

interface HttpServerOptions extends BrowserRules {
  log: Logger;
  limits: Limits;
  serviceLimits: Pick<ServiceLimits, 'connections' | 'requests' | 'bodies'>;
  /** The time limit for receiving a request. */
  requestTimeoutMs: number;
  /** Addresses of proxies whose X-Forwarded-For is trusted. */
  trustProxy: string[];
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
  /** The level of the log line of each request. */
  accessLog: 'debug' | 'info';
  publicUrl: string | undefined;
}

/** The web framework, configured so that every answer of the process has the envelope (API-5). */
export const createHttpServer = ({
  log,
  limits,
  serviceLimits,
  requestTimeoutMs,
  trustProxy,
  closing,
  accessLog,
  publicUrl,
  ...browsers
}: HttpServerOptions): FastifyInstance => {
  const { bodyBytes } = limits;
  const fail = answerErrors(log, bodyBytes);
  const streaming = new WeakSet<Socket>();
  const app = Fastify({
    bodyLimit: bodyBytes,
    trustProxy,
    return503OnClosing: false,
    routerOptions: { maxParamLength: maxHeaderBytes },
    schemaController: { compilersFactory: noCompilers },
    serverFactory: (listener) => nodeServer(serialiseRequests(listener), requestTimeoutMs),
    genReqId: () => newId('req', Date.now()),
    clientErrorHandler: answerBelowFramework(maxHeaderBytes, streaming),
    frameworkErrors: (error, request, reply) => {
      fail(error, request.id, reply);
    },
  });

  app.decorate('publicUrl', publicUrl);
  acceptJsonBodies(app, { limits, bodies: serviceLimits.bodies, streaming });
  limitConnections(app.server, serviceLimits.connections, trustProxy);
  if (trustProxy.length === 0) warnOfUntrustedProxy(app, log);
  app.setErrorHandler((error, request, reply) => {
    fail(error, request.id, reply, request.routeOptions.bodyLimit);
  });
  refuseAtOnce(app, closing);
  countPages(app, serviceLimits.requests);
  guardBrowsers(app, browsers);
  refuseUnknownRoutes(app);
  logRequests(app, log, accessLog);
  refuseExpectations(app);
  return app;
};

const nodeServer = (listener: RequestListener<typeof CountedRequest>, requestTimeoutMs: number) =>
  createServer(
    {
      IncomingMessage: CountedRequest,
      requireHostHeader: false,
      maxHeaderSize: maxHeaderBytes,
      requestTimeout: requestTimeoutMs,
      headersTimeout: Math.min(10_000, requestTimeoutMs),
      connectionsCheckingInterval: Math.min(5000, requestTimeoutMs),
      keepAliveTimeout: keepAliveMs,
    },
    listener,
  );

function noCompiler(): never {
  throw new Error('a route has a schema of the framework');
}

/** Answers any exception with the envelope of an error. */
const answerErrors =
  (log: Logger, bodyBytes: number) =>
  (error: unknown, requestId: string, reply: FastifyReply, limitBytes = bodyBytes): void => {
    const refusal = translateError(error, limitBytes);
    prepareRefusal(refusal, requestId, reply, log);
    void reply
      .code(refusal.status)
      .headers({ ...everywhere, 'content-type': jsonType, 'x-request-id': requestId })
      .send(errorBody(refusal, requestId));
  };

/** Adds the common headers to every answer, and makes the refusals that need no route. */
const refuseAtOnce = (app: FastifyInstance, closing: AbortSignal): void => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ ...everywhere, 'x-request-id': request.id });
    if (closing.aborted) {
      reply.header('connection', 'close');
      done(new ServiceError('UNAVAILABLE', 'The service is shutting down.'));
    } else if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      reply.header('connection', 'close');
      done(invalid('header.host', 'is missing'));
    } else done();
  });
};

/** Counts requests for pages, documents and unknown paths against the client's address (NET-8). */
const countPages = (app: FastifyInstance, requests: RequestLimits): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.countsItself) {
      done();
      return;
    }
    const address = clientAddressOf(request.ip);
    try {
      requests.countAddress({ address, client: address });
      done();
    } catch (error) {
      done(error as Error);
    }
  });
};

/** Refuses requests with an unknown `Expect`, which Node never passes to the framework. */
const refuseExpectations = (app: FastifyInstance): void => {
  app.server.on('checkExpectation', (_request, response) => {
    const requestId = newId('req', Date.now());
    const refusal = invalid('header.expect', 'cannot be met; only 100-continue can');
    response
      .writeHead(refusal.status, {
        ...everywhere,
        'content-type': jsonType,
        'x-request-id': requestId,
        connection: 'close',
      })
      .end(errorBody(refusal, requestId));
  });
};

/**
 * Warns the operator, once, of a proxy that no setting names: all clients of the proxy would share one address, and
 * with it their limits (NET-25).
 */
const warnOfUntrustedProxy = (app: FastifyInstance, log: Logger): void => {
  let hasWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true;
      log.warn(
        { from: request.socket.remoteAddress },
        'A request came with X-Forwarded-For and no proxy is trusted: clients behind a proxy count as one address. Name the proxy in PAIRSPACE_TRUST_PROXY.',
      );
    }
    done();
  });
};
