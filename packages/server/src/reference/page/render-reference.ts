import type { Endpoint } from '@pairspace/protocol';
import { hash } from 'node:crypto';
import type { Document } from '../../http/document-routes.ts';
import type { Instance } from './limits.ts';
import { Markup, markup } from './markup.ts';
import { referencePage } from './page.ts';
import { referenceStyle } from './style.ts';

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

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Stands in the page for the address that it was asked for at. */
const placeholder = '\0';

/** `GET /docs` (OPS-8), which is made when it is first asked for. */
export const createReference = ({ endpoints, ...instance }: Reference): ((address: string) => Document) => {
  let page: string[] | undefined;
  return (address) => {
    page ??= referencePage(endpoints, instance, new Markup(placeholder)).split(placeholder);
    return { headers, body: page.join(markup`${address}`.text) };
  };
};
