import { invalid, type Limits, ServiceError } from '@pairspace/protocol';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createServer, type RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { clientAddressOf } from '../../lib/client-address.ts';
import { newId } from '../../lib/ids.ts';
import type { ServiceLimits } from '../../limits/service-limits.ts';
import { errorBody, jsonType } from '../dispatch/answer.ts';
import { answerBelowFramework, limitConnections, oneAtATime, rawResponse } from './connections.ts';
import { routeCheck } from './endpoint-paths.ts';
import { type BrowserRules, browserGuard } from './guard-browsers.ts';
import { acceptJsonBodies, assertNotEncoded } from './json-bodies.ts';
import { logRequests } from './observe-requests.ts';
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
  serviceLimits: Pick<ServiceLimits, 'connections' | 'requests'>;
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
  const app = Fastify({
    bodyLimit: bodyBytes,
    trustProxy,
    return503OnClosing: false,
    routerOptions: { maxParamLength: maxHeaderBytes },
    schemaController: { compilersFactory: noCompilers },
    serverFactory: (listener) => nodeServer(oneAtATime(listener), requestTimeoutMs),
    genReqId: () => newId('req', Date.now()),
    clientErrorHandler: answerBelowFramework(maxHeaderBytes),
    frameworkErrors: (error, request, reply) => {
      fail(error, request.id, reply);
    },
  });

  app.decorate('publicUrl', publicUrl);
  acceptJsonBodies(app, limits);
  limitConnections(app.server, serviceLimits.connections, trustProxy);
  app.setErrorHandler((error, request, reply) => {
    fail(error, request.id, reply, request.routeOptions.bodyLimit);
  });
  checkRequests(app, { log, serviceLimits, trustProxy, closing, browsers });
  logRequests(app, log, accessLog);
  // Node never passes a request with another `Expect` to the framework.
  app.server.on('checkExpectation', ({ socket }) => {
    socket.end(rawResponse(invalid('header.expect', 'cannot be met; only 100-continue can')));
  });
  return app;
};

interface RequestChecks extends Pick<HttpServerOptions, 'log' | 'serviceLimits' | 'trustProxy' | 'closing'> {
  browsers: BrowserRules;
}

/** Adds the checks that each request passes before its route. */
const checkRequests = (
  app: FastifyInstance,
  { log, serviceLimits, trustProxy, closing, browsers }: RequestChecks,
): void => {
  const warnOfProxy = trustProxy.length === 0 ? proxyWarning(log) : undefined;
  const answersPreflight = browserGuard(browsers);
  const routed = routeCheck(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...everywhere, 'x-request-id': request.id });
    warnOfProxy?.(request);
    assertAnswerable(request, reply, closing);
    // Pages, documents and unknown paths are counted by address alone (NET-8).
    if (!request.routeOptions.config.countsItself) {
      await serviceLimits.requests.countPage(clientAddressOf(request.ip));
    }
    // The check runs before that of the route, so that a refusal does not reveal routes.
    if (answersPreflight(request, reply)) return reply.code(204).send();
    return routed(request, reply);
  });
};

const nodeServer = (listener: RequestListener, requestTimeoutMs: number) =>
  createServer(
    {
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

/** Makes the refusals that need no route. */
const assertAnswerable = ({ raw, headers }: FastifyRequest, reply: FastifyReply, closing: AbortSignal): void => {
  assertNotEncoded(headers);
  if (closing.aborted) {
    reply.header('connection', 'close');
    throw new ServiceError('UNAVAILABLE', 'The service is shutting down.');
  }
  if (raw.httpVersion === '1.1' && headers.host === undefined) {
    reply.header('connection', 'close');
    throw invalid('header.host', 'is missing');
  }
};

/**
 * Makes the warning, given once, of a proxy that no setting names: all clients of the proxy would share one address,
 * and with it their limits (NET-25).
 */
const proxyWarning = (log: Logger): ((request: FastifyRequest) => void) => {
  let hasWarned = false;
  return ({ headers, socket }) => {
    if (hasWarned || headers['x-forwarded-for'] === undefined) return;
    hasWarned = true;
    log.warn(
      { from: socket.remoteAddress },
      'A request came with X-Forwarded-For and no proxy is trusted: clients behind a proxy count as one address. Name the proxy in PAIRSPACE_TRUST_PROXY.',
    );
  };
};
