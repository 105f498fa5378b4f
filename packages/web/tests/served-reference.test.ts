import { startTestApp, type TestApp } from '@pairspace/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guides } from '../build/guides.ts';
import { ensureViewer } from './ensure-viewer.ts';

let app: TestApp;
beforeAll(async () => {
  await ensureViewer();
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('[OPS-8] [DOCS-1] the reference leads to every guide, and other pages are 404', async () => {
  const html = await (await fetch(`${app.url}/docs`)).text();
  expect(await (await fetch(`${app.url}/docs/`)).text()).toBe(html);
  for (const { slug } of guides) {
    expect(html).toContain(`href="docs/guides/${slug}"`);
    expect(await (await fetch(`${app.url}/docs/guides/${slug}`)).text()).toMatch(/<h1 id=/);
  }
  for (const path of ['/docs/nothing', '/docs/guides', '/docs/guides/nothing'])
    expect(await app.request('GET', path)).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
  expect(await app.request('DELETE', '/docs')).toMatchObject({ status: 405, error: { code: 'METHOD_NOT_ALLOWED' } });
});

test('[PY-1] the reference leads to the Python package in the version of the service', async () => {
  const [, path = '', version] =
    /href="(sdk\/pairspace-([^-"]+)-py3-none-any\.whl)"/.exec(await (await fetch(`${app.url}/docs`)).text()) ?? [];
  const { info } = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { info: { version: string } };
  expect(version).toBe(info.version);
  const wheel = await fetch(`${app.url}/${path}`);
  expect([wheel.status, wheel.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(
    Buffer.from(await wheel.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  expect((await fetch(`${app.url}/sdk/pairspace-${info.version}.tar.gz`)).status).toBe(200);
});

test('pages and the OpenAPI document have a tag, and are sent compressed to whoever takes gzip', async () => {
  for (const path of ['/docs', '/docs/guides/story', '/api/openapi.json']) {
    const raw = await fetch(app.url + path, { headers: { 'accept-encoding': 'identity' } });
    const small = await fetch(app.url + path, { headers: { 'accept-encoding': 'gzip' } });
    expect(Object.fromEntries(raw.headers)).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
    expect([raw.headers.get('content-encoding'), small.headers.get('content-encoding')]).toEqual([null, 'gzip']);
    expect(await small.text()).toBe(await raw.text());
    const etag = small.headers.get('etag') ?? '';
    expect(etag).not.toBe(raw.headers.get('etag'));
    const headers = { 'accept-encoding': 'gzip', 'if-none-match': `"other", ${etag}` };
    expect((await fetch(app.url + path, { headers })).status).toBe(304);
  }
});

test('the policy admits no script in a page, no eval and no frame, and no page has a script of its own', async () => {
  for (const path of ['/docs', '/docs/guides/story']) {
    const response = await fetch(app.url + path);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;/);
    expect(policy).toContain("connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|http/);
    expect(await response.text()).not.toMatch(/<script>|<style|\son\w+=|\sstyle=/);
  }
});
