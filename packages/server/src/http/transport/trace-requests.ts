import type { FastifyInstance, FastifyRequest } from 'fastify';

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
