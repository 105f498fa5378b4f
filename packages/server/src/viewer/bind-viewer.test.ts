import Fastify, { type FastifyInstance } from 'fastify';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindViewer } from './bind-viewer.ts';

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairspace-viewer-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  await writeFile(join(folder, 'assets/index-abc.js'), 'plain');
  await writeFile(join(folder, 'assets/index-abc.js.br'), 'small');
  await mkdir(join(folder, 'sdk'));
  await writeFile(join(folder, 'sdk/pairspace-0.1.0.tar.gz'), 'packed');
  app = Fastify();
  await bindViewer(app, folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test('[VIEW-1] the page may load from its own service alone, and no page may hold it in a frame', async () => {
  const { headers, statusCode, body } = await app.inject('/');
  expect({ statusCode, body }).toEqual({ statusCode: 200, body: '<!doctype html>' });
  expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' });
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
  expect(policy).toMatch(/frame-ancestors 'none'/);
  expect(policy).not.toMatch(/unsafe/);
});

test('the page is asked for anew each time, its files once and for all', async () => {
  const page = await app.inject('/');
  expect(page.headers['cache-control']).toBe('no-cache');
  const again = await app.inject({ url: '/', headers: { 'if-none-match': String(page.headers.etag) } });
  expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
  const script = await app.inject('/assets/index-abc.js');
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
});

test('a file is sent compressed to those who take that, under a tag of its own', async () => {
  const plain = await app.inject('/assets/index-abc.js');
  const small = await app.inject({ url: '/assets/index-abc.js', headers: { 'accept-encoding': 'gzip, br' } });
  expect([plain.body, small.body]).toEqual(['plain', 'small']);
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(small.headers.etag).not.toBe(plain.headers.etag);
});

test('nothing but the files of the page is sent', async () => {
  for (const name of ['index-abc.js.br', 'other.js', '..%2Findex.html', '%2e%2e%2findex.html', 'constructor'])
    expect((await app.inject(`/assets/${name}`)).statusCode).toBe(404);
});

test('[PY-1] a package is asked for anew each time and sent as it is; another one is 404', async () => {
  const { body, headers } = await app.inject({
    url: '/sdk/pairspace-0.1.0.tar.gz',
    headers: { 'accept-encoding': 'gzip' },
  });
  expect([body, headers['content-encoding'], headers['content-type']]).toEqual([
    'packed',
    undefined,
    'application/gzip',
  ]);
  expect(headers['cache-control']).toBe('no-cache');
  for (const name of ['pairspace-0.2.0.tar.gz', '..%2Findex.html', 'constructor'])
    expect((await app.inject(`/sdk/${name}`)).statusCode).toBe(404);
});

test('[VIEW-1] a service without the built page says how to build it', async () => {
  const bare = Fastify();
  await bindViewer(bare, join(folder, 'none'));
  const { statusCode, body } = await bare.inject('/');
  expect(statusCode).toBe(503);
  expect(body).toMatch('npm run build:viewer');
  await bare.close();
});
