import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** The span of a request. */
export interface RequestSpan {
  /** Runs a step of the request inside the span. */
  run: (next: () => void) => void;
  end: (outcome: { status: number; isWhole: boolean }) => void;
}

export interface TracedRequest {
  method: string;
  /** The route pattern of the path; undefined without a route. */
  route: string | undefined;
  requestId: string;
  headers: FastifyRequest['headers'];
}

/** Probes come every few seconds, and are of no interest in a trace. */
const untraced = new Set<string | undefined>(['/healthz', '/readyz', '/metrics']);

/** Calls `begin` for every request of `app`. */
export const traceRequests = (app: FastifyInstance, begin: (request: TracedRequest) => RequestSpan): void => {
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  const runIn = (request: FastifyRequest, next: () => void): void => {
    const span = spans.get(request);
    if (span) span.run(next);
    else next();
  };
  app.addHook('onRequest', (request, { raw }, done) => {
    const route = request.routeOptions.url;
    if (!untraced.has(route)) {
      const span = begin({ method: request.method, route, requestId: request.id, headers: request.headers });
      spans.set(request, span);
      // `onResponse` never runs for a stream whose reader left, so the span ends with the connection.
      raw.once('close', () => {
        span.end({ status: raw.statusCode, isWhole: raw.writableFinished });
      });
    }
    runIn(request, done);
  });
  // The pieces of a body arrive in the context of the socket, which is not the context of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    runIn(request, done);
  });
};

/** Writes a log line at the given `level` for each request when its response has ended. */
export const logRequests = (app: FastifyInstance, log: Logger, level: 'debug' | 'info'): void => {
  if (!log.isLevelEnabled(level)) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { id: requestId, method } = request;
    const { statusCode: status, elapsedTime } = reply;
    log[level]({ requestId, method, url: shownUrl(request), status, ms: Math.round(elapsedTime) }, 'request');
    done();
  });
};

/** Text that may be an invite code, with separators anywhere, as `storedInviteCode` reads it. */
const codes = /(?<![0-9a-z_%-])(?:[0-9a-z](?:[-\s]|%2d|%20)*){12}(?![0-9a-z_-])/gi;

/**
 * Removes invite codes, which no log may contain (ACC-4), from the shown path. A request with a route for codes is
 * shown as the route; a path without a route is shown with possible codes removed.
 */
const shownUrl = ({ url, routeOptions }: FastifyRequest): string => {
  const route = routeOptions.url;
  if (route?.includes(':inviteCode')) return route;
  return route === undefined ? url.replace(codes, '…') : url;
};
