import { ServiceError } from '@pairspace/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** An endpoint's path in the router's syntax. */
export const routeOf = (path: string): string => path.replace(/\*\w+$/, '*');

/**
 * Makes the check that refuses requests without a route: METHOD_NOT_ALLOWED with the allowed methods on a known path,
 * otherwise NOT_FOUND (ERR-6).
 */
export const routeCheck = (app: FastifyInstance): ((request: FastifyRequest, reply: FastifyReply) => void) => {
  const methodsAt = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methodsAt.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    methodsAt.set(url, known);
    for (const name of [method].flat()) known.methods.add(name);
  });
  return ({ is404, url, method }, reply) => {
    if (!is404) return;
    const [path = ''] = url.split('?');
    const known = [...methodsAt.values()].filter(({ pattern }) => pattern.test(path));
    const allow = known.flatMap(({ methods }) => [...methods]).join(', ');
    if (allow === '') {
      throw new ServiceError('NOT_FOUND', `There is no ${method} ${path}. GET /docs lists all pages and endpoints.`);
    }
    reply.header('allow', allow);
    throw new ServiceError('METHOD_NOT_ALLOWED', `${method} is not allowed here; allowed: ${allow}.`);
  };
};

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+').replace(/\*$/, '.*')}$`);
