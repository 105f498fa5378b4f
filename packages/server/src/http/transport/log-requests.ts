import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** Writes a log line at the given `level` for each request when its response has ended. */
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
