import { defaultLimits, endpoint, type Endpoint, endpoints, ErrorBody, statusOfCode } from '@pairspace/protocol';
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { Markup } from './page/markup.ts';
import { createSite } from './site/create-site.ts';

let app: TestApp;
/** Every page that links lead to from `/docs`, by its path. */
const pages = new Map<string, string>();
let start: Response;

const all = (pattern: RegExp, of: string): string[] => Array.from(of.matchAll(pattern), ([, found = '']) => found);
const linksOf = (html: string): string[] => all(/ href="([^"]+)"/g, html);
const idsOf = (html: string): string[] => all(/ id="([^"]+)"/g, html);
const plain = (html: string): string => html.replace(/<[^>]*>/g, '');
const pageAt = (path: string): string => pages.get(path) ?? '';

beforeAll(async () => {
  app = await startTestApp({ limits: { ...defaultLimits, noteBytes: 3 * 1024 * 1024, notesPerSession: 4321 } });
  start = await fetch(`${app.url}/docs`);
  const waiting = new Set(['/docs']);
  // A set hands out what is added to it while it is gone through.
  for (const path of waiting) {
    const html = await (await fetch(app.url + path)).text();
    pages.set(path, html);
    for (const link of linksOf(html)) if (/^\/docs[/\w-]*(#|$)/.test(link)) waiting.add(link.replace(/#.*/, ''));
  }
});
afterAll(() => app[Symbol.asyncDispose]());

const instance = {
  limits: defaultLimits,
  requestRate: { count: 600, windowMs: 60_000 },
  inviteRate: 'off',
  inviteTtlMs: 86_400_000,
  defaultVisibility: 'private',
  address: new Markup(''),
} as const;

test('[OPS-8] [DOCS-1] the pages of the reference tell of every endpoint: method, path, summary and fields', () => {
  const articles = [...pages].flatMap(([path, html]) =>
    all(/(<article class="endpoint".*?<\/article>)/gs, html).map((article) => ({ path, article })),
  );
  const table: [string, Endpoint][] = Object.entries(endpoints);
  expect(articles).toHaveLength(table.length);
  for (const [name, { method, path, summary, body }] of table) {
    const found = articles.find(({ article }) => article.includes(`id="${name}"`));
    const told = plain(found?.article ?? '').replaceAll('&#39;', "'");
    expect(told).toContain(`${method} ${path}`);
    expect(told).toContain(summary.replaceAll('`', ''));
    for (const field of Object.keys(body?.shape ?? {}))
      expect(found?.article).toContain(`<code class="field">${field}</code>`);
    expect(pageAt('/docs')).toContain(`href="${String(found?.path)}#${name}"`);
  }
});

test('[DOCS-1] a slash at the end leads to the start page too', async () => {
  expect(await (await fetch(`${app.url}/docs/`)).text()).toBe(pageAt('/docs'));
});

test('[DOCS-1] the pages are HTML whose elements all close, under one title each, and every link leads somewhere', () => {
  expect(pages.size).toBeGreaterThan(60);
  for (const [path, html] of pages) {
    const open: string[] = [];
    for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z]\w*)[^>]*>/g)) {
      if (slash) expect(open.pop(), path).toBe(name);
      else if (!['meta', 'link', 'wbr', 'input', 'br', 'hr'].includes(name)) open.push(name);
    }
    expect(open, path).toEqual([]);
    expect(all(/<(h1)>/g, html), path).toHaveLength(1);
    const ids = idsOf(html);
    expect(new Set(ids).size, path).toBe(ids.length);
    const lost = linksOf(html).filter((link) => {
      const [page = '', anchor] = link.split('#');
      if (!/^(\/docs|$)/.test(page) || /\.(css|js|json)$/.test(page)) return false;
      return anchor !== undefined && !idsOf(page === '' ? html : pageAt(page)).includes(anchor);
    });
    expect(lost, path).toEqual([]);
  }
});

test('[DOCS-1] each page leads to the one before and the one after, in one row from the start to the end', () => {
  const row = ['/docs'];
  for (let path = '/docs'; ;) {
    const [next] = all(/<a rel="next" href="([^"]+)"/g, pageAt(path));
    if (next === undefined) break;
    expect(all(/<a rel="prev" href="([^"]+)"/g, pageAt(next))).toEqual([path]);
    expect(pageAt(next)).toContain('aria-label="Breadcrumb"><ol><li><a href="/docs">Reference</a></li>');
    row.push(next);
    path = next;
  }
  expect(new Set(row)).toEqual(new Set(pages.keys()));
  expect(row).toHaveLength(pages.size);
});

test('[DOCS-1] [ERR-6] a page that does not exist is 404, and other methods are refused', async () => {
  for (const path of ['/docs/nothing', '/docs/guides', '/docs/guides/nothing', '/docs/guides/spec/nothing'])
    expect(await app.request('GET', path)).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
  for (const path of ['/docs', '/docs/sessions', '/docs/guides/story']) {
    const reply = await app.request('DELETE', path);
    expect(reply).toMatchObject({ status: 405, error: { code: 'METHOD_NOT_ALLOWED' } });
    expect(reply.headers.get('allow')).toContain('GET, HEAD');
  }
});

test('[DOCS-2] the start page has an entry for each name that the one page of the reference had', () => {
  const moved = all(/ id="([^"]+)"[^<]*(?:<h3>)?<a data-moved/g, pageAt('/docs'));
  const objects = all(/<article class="object" id="([^"]+)"/g, [...pages.values()].join(''));
  for (const name of [...Object.keys(endpoints), ...Object.keys(statusOfCode), ...objects])
    expect(moved).toContain(name);
  for (const name of ['sessions', 'compute', 'objects', 'event-names', 'errors', 'limits', 'conventions'])
    expect(moved).toContain(name);
  expect(idsOf(pageAt('/docs'))).toContain('start');
});

test('[DOCS-3] pages, files and the OpenAPI document have a tag, and are sent compressed to whoever takes that', async () => {
  const paths = ['/docs', '/docs/sessions', '/docs/reference.css', '/docs/search.json', '/api/openapi.json'];
  for (const path of paths) {
    const raw = await fetch(app.url + path, { headers: { 'accept-encoding': 'identity' } });
    expect(raw.headers.get('content-encoding')).toBeNull();
    expect(Object.fromEntries(raw.headers)).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
    const small = await received(path, { 'accept-encoding': 'gzip, br' });
    expect(small.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(small.body).toString()).toBe(await raw.text());
    expect(small.headers['etag']).not.toBe(raw.headers.get('etag'));
    for (const [encoding, etag] of [
      ['identity', raw.headers.get('etag') ?? ''],
      ['gzip', small.headers['etag'] ?? ''],
    ] as const) {
      const again = await received(path, { 'accept-encoding': encoding, 'if-none-match': `"other", ${etag}` });
      expect([again.status, again.body.length]).toEqual([304, 0]);
    }
  }
});

test('[DOCS-3] the first example begins with the address that it was asked for at, which is never markup', async () => {
  expect(pageAt('/docs')).toContain(`export URL=${app.url}\n`);
  const { port } = new URL(app.url);
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`]) {
    const other = await received('/docs', { host });
    expect(other.body.toString()).toContain(`export URL=http://${host}\n`);
  }
  const evil = (await received('/docs', { host: '"><script>alert(1)</script>' })).body.toString();
  expect(evil).toContain('"reason":"host"');
  expect(evil).not.toContain('<script');
});

test('[DOCS-4] no page runs a script of its own or loads from elsewhere, and the policy says so', () => {
  for (const [path, html] of pages) {
    expect(html.replaceAll('<script type="module" src="/docs/reference.js"></script>', ''), path).not.toMatch(
      /<script|<style|javascript:|<[^>]*\son\w+=|<[^>]*\sstyle=|<[^>]*\ssrc=|@import|<base|<iframe/i,
    );
  }
  const policy = start.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';/);
  expect(policy).toMatch(/frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/);
  expect(policy).not.toMatch(/unsafe|data:|http/);
  expect(start.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(start.headers.get('referrer-policy')).toBe('no-referrer');
});

test('[OPS-8] the reference shows the errors and the limits of this very service', async () => {
  for (const [code, status] of Object.entries(statusOfCode))
    expect(pageAt('/docs/errors')).toContain(`<tr id="${code}"><td>${String(status)}</td>`);
  const rowsOf = (html: string): string[] => all(/<tr>(.*?)<\/tr>/gs, html).map(plain);
  const rows = rowsOf(pageAt('/docs/limits'));
  expect(rows).toContain('A note3 MBPAYLOAD_TOO_LARGE');
  expect(rows).toContain('Notes of a session4,321CONFLICT');
  expect(rows).toContain('Requests of a token, or of an addressnot limitedRATE_LIMITED');

  const other = await createSite({ endpoints, ...instance });
  const otherRows = rowsOf((await other.get('/docs/limits')?.render()) ?? '');
  expect(otherRows).toContain('A note1 MBPAYLOAD_TOO_LARGE');
  expect(otherRows).toContain('Requests of a token, or of an address600 a minuteRATE_LIMITED');
  expect(otherRows).toContain('A session that does not say isprivate–');
});

test('[OPS-8] the reference escapes whatever the table holds', async () => {
  const evil = `<img src=x onerror="alert('1')">&`;
  const table = {
    evilThing: endpoint({
      method: 'POST',
      path: `/api/things/${evil}`,
      access: 'anyone',
      summary: evil,
      description: `a href="#${evil}" ${evil}`,
      body: z.object({
        [evil]: z
          .string()
          .regex(/<i>/)
          .meta({ description: evil, examples: [evil] }),
      }),
      result: z.object({ [evil]: z.enum([evil, 'other']), error: ErrorBody }),
      status: [201],
    }),
  };
  const site = await createSite({ ...instance, endpoints: table });
  for (const path of ['/docs', '/docs/things']) {
    const told = (await site.get(path)?.render()) ?? '';
    expect(told).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;');
    expect(told).not.toContain('<img');
    expect(told).not.toContain('<i>');
  }
});

interface Received {
  status: number | undefined;
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
}

/** An answer with the bytes as they were sent, and a request with any Host. */
const received = (path: string, headers: Record<string, string>): Promise<Received> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    const asked = request({ hostname, port, path, headers });
    asked.on('error', reject).on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part)).on('error', reject);
      response.on('end', () => {
        resolve({
          status: response.statusCode,
          headers: response.headers as Record<string, string>,
          body: Buffer.concat(parts),
        });
      });
    });
    asked.end();
  });
