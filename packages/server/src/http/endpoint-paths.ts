import { type Endpoint, ServiceError } from '@pairspace/protocol';
import type { FastifyInstance, HTTPMethods } from 'fastify';

/** An endpoint's path as the router writes it. */
export const routeOf = (path: string): string => path.replace(/\*\w+$/, '*');

/** Every other method on a known path is METHOD_NOT_ALLOWED and names those that are allowed (ERR-6). */
export const refuseOtherMethods = (
  app: FastifyInstance,
  endpoints: readonly Pick<Endpoint, 'method' | 'path'>[],
): void => {
  const allowedAt = new Map<string, Set<string>>();
  for (const { method, path } of endpoints) {
    const url = routeOf(path);
    const allowed = allowedAt.get(url) ?? new Set<string>();
    allowedAt.set(url, allowed.add(method));
    if (method === 'GET') allowed.add('HEAD');
  }
  const known: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
  for (const [url, allowed] of allowedAt) {
    const allow = [...allowed].join(', ');
    app.route({
      method: known.filter((method) => !allowed.has(method)),
      url,
      handler: (request, reply) => {
        reply.header('allow', allow);
        throw new ServiceError('METHOD_NOT_ALLOWED', `${request.method} is not allowed here; allowed: ${allow}.`);
      },
    });
  }
};
