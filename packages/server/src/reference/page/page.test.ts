import { defaultLimits, endpoint, type Endpoint, endpoints, ErrorBody, statusOfCode } from '@pairspace/protocol';
import { hash } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { Markup } from './markup.ts';
import { referencePage } from './page.ts';

let app: TestApp;
let headers: Headers;
let page: string;
beforeAll(async () => {
  app = await startTestApp({ limits: { ...defaultLimits, noteBytes: 3 * 1024 * 1024, notesPerSession: 4321 } });
  const response = await fetch(`${app.url}/docs`);
  headers = response.headers;
  page = await response.text();
});
afterAll(() => app[Symbol.asyncDispose]());

const instance = {
  limits: defaultLimits,
  requestRate: { count: 600, windowMs: 60_000 },
  inviteRate: 'off',
  inviteTtlMs: 86_400_000,
  defaultVisibility: 'private',
} as const;

const markupOf = (content: string): string => content.replace(/<style>.*<\/style>/s, '');
const all = (pattern: RegExp, of = page): string[] => Array.from(of.matchAll(pattern), ([, found = '']) => found);
const plain = (html: string): string => html.replace(/<[^>]*>/g, '');

test('[OPS-8] the reference tells of every endpoint: method, path, summary and where to find it', () => {
  const articles = all(/(<article class="endpoint".*?<\/article>)/gs);
  const table: [string, Endpoint][] = Object.entries(endpoints);
  expect(articles).toHaveLength(table.length);
  table.forEach(([name, { method, path, summary, body }]) => {
    const article = articles.find((each) => each.includes(`id="${name}"`)) ?? '';
    const told = plain(article).replaceAll('&#39;', "'");
    expect(told).toContain(`${method} ${path}`);
    expect(told).toContain(summary.replaceAll('`', ''));
    for (const field of Object.keys(body?.shape ?? {}))
      expect(article).toContain(`<code class="field">${field}</code>`);
    expect(page).toContain(`<li><a href="#${name}">`);
  });
});

test('[OPS-8] the reference is HTML whose elements all close, with links that all lead somewhere', () => {
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  const open: string[] = [];
  for (const [, slash, name = ''] of markupOf(page).matchAll(/<(\/?)([a-z]\w*)[^>]*>/g)) {
    if (slash) expect(open.pop()).toBe(name);
    else if (!['meta', 'link', 'wbr'].includes(name)) open.push(name);
  }
  expect(open).toEqual([]);

  const ids = all(/ id="([^"]+)"/g);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = all(/href="#([^"]+)"/g);
  expect(targets.length).toBeGreaterThan(100);
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
});

test('[OPS-8] the reference runs no script and loads nothing; its policy allows only its own style', () => {
  expect(page).not.toMatch(/<script|javascript:|\son\w+=|\sstyle=|\ssrc=|@import|url\(/i);
  expect(all(/href="([^#][^"]*)"/g).every((href) => href === '/api/openapi.json')).toBe(true);
  const [style = ''] = all(/<style>(.*)<\/style>/gs);
  expect(headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
});

test('[OPS-8] the reference shows the errors and the limits of this very service', () => {
  for (const [code, status] of Object.entries(statusOfCode)) {
    expect(page).toContain(`<tr id="${code}"><td>${String(status)}</td>`);
  }
  const rows = all(/<tr>(.*?)<\/tr>/gs).map(plain);
  expect(rows).toContain('A note3 MBPAYLOAD_TOO_LARGE');
  expect(rows).toContain('Notes of a session4,321CONFLICT');
  expect(rows).toContain('Requests of a token, or of an addressnot limitedRATE_LIMITED');

  const other = all(/<tr>(.*?)<\/tr>/gs, referencePage(endpoints, instance, new Markup(''))).map(plain);
  expect(other).toContain('A note1 MBPAYLOAD_TOO_LARGE');
  expect(other).toContain('Requests of a token, or of an address600 a minuteRATE_LIMITED');
  expect(other).toContain('Wrong invite codesnot limitedRATE_LIMITED');
  expect(other).toContain('A session that does not say isprivate–');
});

test('[OPS-8] the reference escapes whatever the table holds', () => {
  const evil = `<img src=x onerror="alert('1')">&`;
  const table = {
    evilThing: endpoint({
      method: 'POST',
      path: `/api/things/${evil}`,
      access: 'anyone',
      summary: evil,
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
  const told = referencePage(table, instance, new Markup(''));
  expect(told).not.toContain('<img');
  expect(told).not.toContain('<i>');
  expect(told).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;');
});

test('[OPS-8] the first example begins with the address that the reference was asked for at, which is never markup', async () => {
  expect(page).toContain(`export URL=${app.url}\n`);

  const { hostname, port } = new URL(app.url);
  const answer = await new Promise<string>((resolve, reject) => {
    const asked = request({ hostname, port, path: '/docs', headers: { host: '"><script>alert(1)</script>' } });
    asked.on('response', (response) => void text(response).then(resolve, reject)).on('error', reject);
    asked.end();
  });
  expect(answer).toContain('"reason":"host"');
  expect(answer).not.toContain('<script');
});

test('[OPS-8] [ERR-6] other methods are refused', async () => {
  const reply = await app.request('DELETE', '/docs');
  expect(reply.status).toBe(405);
  expect(reply.headers.get('allow')).toBe('GET, HEAD');
  expect(reply.error.code).toBe('METHOD_NOT_ALLOWED');
});
