import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** Writes a line of the log for each request when its response has ended. `level` is that of the line. */
export const logRequests = (app: FastifyInstance, log: Logger, level: 'debug' | 'info'): void => {
  app.addHook('onResponse', (request, reply, done) => {
    if (!log.isLevelEnabled(level)) {
      done();
      return;
    }
    log[level](
      {
        requestId: request.id,
        method: request.method,
        url: shownUrl(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    done();
  });
};

/** Text that may be an invite code, however it is written. */
const codes = /(?<![0-9a-z_-])(?:[0-9a-z]{4}(?:[-\s]|%2d|%20)*){3}(?![0-9a-z_-])/gi;

/**
 * Some paths hold an invite code, and a log never does (ACC-4). The router decides which route a request takes, so the
 * path of a route that takes a code is shown as that route; a path without a route is shown without what may be a code.
 */
const shownUrl = ({ url, routeOptions }: FastifyRequest): string => {
  const route = routeOptions.url;
  if (route?.includes(':inviteCode')) return route;
  return route === undefined ? url.replace(codes, '…') : url;
};
