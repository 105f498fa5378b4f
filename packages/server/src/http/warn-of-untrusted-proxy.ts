import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/**
 * Warns the operator once of a proxy that is missing in the settings: all its clients would share one address with its
 * limits (NET-25).
 */
export const warnOfUntrustedProxy = (app: FastifyInstance, log: Logger): void => {
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
