import type { Endpoint } from '@pairspace/protocol';
import type { FastifyInstance } from 'fastify';
import { hash } from 'node:crypto';
import { refuseOtherMethods } from './bind.ts';
import type { Instance } from './reference-limits.ts';
import { Markup, markup } from './reference-markup.ts';
import { referencePage } from './reference-page.ts';
import { referenceStyle } from './reference-style.ts';

interface Reference extends Instance {
  endpoints: Readonly<Record<string, Endpoint>>;
}

/** The page loads nothing and runs nothing; its one style is named by its hash. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', referenceStyle, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Stands in the page for the address that it was asked for at. */
const address = '\0';

/** `GET /docs` (OPS-8), which is made when it is first asked for. */
export const bindReference = (app: FastifyInstance, { endpoints, ...instance }: Reference): void => {
  const path = '/docs';
  let page: string[] | undefined;
  app.get(path, (request, reply) => {
    page ??= referencePage(endpoints, instance, new Markup(address)).split(address);
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .send(page.join(markup`${request.protocol}://${request.host}`.text));
  });
  refuseOtherMethods(app, [{ method: 'GET', path }]);
};
