import { ServiceError } from '@pairspace/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { markup } from '../../lib/markup.ts';
import { pageFrame, servedPageHeaders } from '../../lib/page-frame.ts';
import { pageStyle } from '../../lib/page-style.ts';
import { withoutEndSlashes } from '../../lib/without-end-slashes.ts';
import { addressOf, preferred } from './request-head.ts';

/** An endpoint's path in the router's syntax. */
export const routeOf = (path: string): string => path.replace(/\*\w+$/, '*');

/**
 * Makes the check that refuses requests without a route: METHOD_NOT_ALLOWED with the allowed methods on a known path,
 * otherwise NOT_FOUND (ERR-6), which is answered at once to a browser.
 */
export const routeCheck = (
  app: FastifyInstance,
): ((request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined) => {
  const methodsAt = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methodsAt.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    methodsAt.set(url, known);
    for (const name of [method].flat()) known.methods.add(name);
  });
  return (request, reply) => {
    const { is404, url, method } = request;
    // `/api/sessions/` names no session: it is no path of an endpoint.
    const isPartial = Object.values(request.params as Record<string, string>).includes('');
    if (!is404 && !isPartial) return undefined;
    const [path = ''] = url.split('?');
    if (isPartial) {
      const whole = withoutEndSlashes(path);
      const meant = whole === path ? '' : ` Did you mean ${whole}?`;
      throw new ServiceError('NOT_FOUND', `There is no ${method} ${path}: a part of the path is empty.${meant}`);
    }
    const known = [...methodsAt.values()].filter(({ pattern }) => pattern.test(path));
    const allow = known.flatMap(({ methods }) => [...methods]).join(', ');
    if (allow === '') {
      if (method === 'GET' && preferred(request.headers.accept, ['text/html']) !== undefined) {
        return reply
          .code(404)
          .headers(pageHeaders)
          .send(missingPage(addressOf(request)));
      }
      throw new ServiceError('NOT_FOUND', `There is no ${method} ${path}. GET /docs lists all pages and endpoints.`);
    }
    reply.header('allow', allow);
    throw new ServiceError('METHOD_NOT_ALLOWED', `${method} is not allowed here; allowed: ${allow}.`);
  };
};

const style = { text: pageStyle };
const pageHeaders = servedPageHeaders(style);

/** The answer to a person who follows a wrong link. */
const missingPage = (address: string): string => {
  const { head, tail } = pageFrame({ title: 'No such page', style });
  const words = markup`<h1>There is no such page</h1><p><a href="${address}/">Pairspace</a></p>`;
  return markup`${head}<main>${words}</main>${tail}`.text;
};

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+').replace(/\*$/, '.*')}$`);
