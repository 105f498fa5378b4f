import { ServiceError } from '@pairspace/protocol';
import type { FastifyInstance } from 'fastify';
import { markup } from '../../lib/markup.ts';
import { pageFrame, servedPageHeaders } from '../../lib/page-frame.ts';
import { pageStyle } from '../../lib/page-style.ts';
import { addressOf, preferred } from './request-head.ts';

/** An endpoint's path in the router's syntax. */
export const routeOf = (path: string): string => path.replace(/\*\w+$/, '*');

/**
 * Refuses requests without a route: METHOD_NOT_ALLOWED with the allowed methods on a known path, otherwise NOT_FOUND
 * (ERR-6).
 */
export const refuseUnknownRoutes = (app: FastifyInstance): void => {
  const methodsAt = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methodsAt.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    methodsAt.set(url, known);
    for (const name of [method].flat()) known.methods.add(name);
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) {
      done();
      return;
    }
    const [path = ''] = request.url.split('?');
    const known = [...methodsAt.values()].filter(({ pattern }) => pattern.test(path));
    const allow = known.flatMap(({ methods }) => [...methods]).join(', ');
    if (allow === '') {
      if (request.method === 'GET' && preferred(request.headers.accept, ['text/html']) !== undefined) {
        void reply.code(404).headers(pageHeaders).send(missingPage(addressOf(request)));
        return;
      }
      done(
        new ServiceError(
          'NOT_FOUND',
          `There is no ${request.method} ${path}. GET /docs lists all pages and endpoints.`,
        ),
      );
      return;
    }
    reply.header('allow', allow);
    done(new ServiceError('METHOD_NOT_ALLOWED', `${request.method} is not allowed here; allowed: ${allow}.`));
  });
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
