import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** Writes a line of the log for each request when its response has ended. `level` is that of the line. */
export const logRequests = (app: FastifyInstance, log: Logger, level: 'debug' | 'info'): void => {
  app.addHook('onResponse', (request, reply, done) => {
    log[level](
      {
        requestId: request.id,
        method: request.method,
        url: shownUrl(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    done();
  });
};

/** A join card is the one path that holds a code, and a log never does (ACC-4). */
const shownUrl = (url: string): string => url.replace(/^\/j\/[^/?]+/, '/j/…');
