import { ServiceError } from '@pairspace/protocol';
import { type Document, documentOf, type DocumentRequest } from '../http/transport/document-routes.ts';
import { Markup, markup } from './page/markup.ts';
import type { Site, SiteFile, SiteOptions } from './site/create-site.ts';

/** The paths of the reference (DOCS-1). */
export const referencePaths = ['/docs', '/docs/', '/docs/:page', '/docs/:shelf/:page', '/docs/:shelf/:page/:part'];

/** Everything comes from this service: no script but its own file, no request to elsewhere, no frame, no HTML from text (DOCS-4). */
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Stands in a page for the address that it was asked for at. */
const placeholder = '\0';

interface Remembered {
  document: Document;
  /** The address that the document names, and the text to name another one in. */
  named?: { address: string; text: string };
}

/**
 * The reference: pages, guides, search index, style and script. Nothing of it is made before somebody asks; each file is
 * made once and remembered, the one that names the address as it was asked for last.
 */
export const createReference = (
  options: Omit<SiteOptions, 'address'>,
): ((request: DocumentRequest) => Promise<Document>) => {
  let site: Promise<Site> | undefined;
  const remembered = new Map<string, Promise<Remembered>>();
  const make = async ({ type, render }: SiteFile, address: string, known?: string): Promise<Remembered> => {
    const text = known ?? (await render());
    const body = text.replaceAll(placeholder, () => markup`${address}`.text);
    const document = await documentOf({ 'content-type': type, ...headers }, body);
    return body === text ? { document } : { document, named: { address, text } };
  };
  const remember = (path: string, making: Promise<Remembered>): Promise<Remembered> => {
    remembered.set(path, making);
    making.catch(() => remembered.delete(path));
    return making;
  };
  const loaded = (): Promise<Site> => {
    site ??= load({ ...options, address: new Markup(placeholder) });
    site.catch(() => (site = undefined));
    return site;
  };
  return async ({ path, address }) => {
    const file = (await loaded()).get(path === '/docs/' ? '/docs' : path);
    if (!file)
      throw new ServiceError('NOT_FOUND', `There is no page ${path}. GET /docs lists all pages and endpoints.`);
    const { document, named } = await (remembered.get(path) ?? remember(path, make(file, address)));
    if (named === undefined || named.address === address) return document;
    return (await remember(path, make(file, address, named.text))).document;
  };
};

/** The code that makes the pages is loaded with the first request, so that the service starts without it. */
const load = async (options: SiteOptions): Promise<Site> => (await import('./site/create-site.ts')).createSite(options);
