import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession } from '../../testing/a-session.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('[API-24] a task is changed only at a version that If-Match names', async () => {
  const { creator } = await aSession(app);
  await creator('POST', '/tasks', { body: { title: 'Parse' } });
  const change = (tag: string, title: string) =>
    creator('PATCH', '/tasks/1', { body: { expectedVersion: 1, title }, headers: { 'if-match': tag } });
  for (const tag of ['"2"', 'W/"1"']) {
    const { status, error } = await change(tag, 'Other');
    expect([status, error.details]).toMatchObject([409, { reason: 'stale_version', current: { title: 'Parse' } }]);
  }
  expect((await change('"3", "1"', 'Other')).data).toMatchObject({ version: 2, title: 'Other' });
});

test('[API-25] a read answers 304 for its tag, by weak comparison, and for a star', async () => {
  const { creator, id } = await aSession(app);
  const note = await creator<{ id: string }>('POST', '/notes', { body: { content: 'x' } });
  await creator('POST', '/files', { body: { path: 'a.txt', content: 'x' } });
  await creator('POST', '/tasks', { body: { title: 'Parse' } });
  for (const path of [`/notes/${note.data.id}`, '/files/a.txt', '/tasks/1']) {
    expect((await creator('GET', path)).headers.get('etag')).toBe('"1"');
    for (const tags of ['"1"', 'W/"1"', '"2", W/"1"', '*']) {
      const url = `${app.url}/api/sessions/${id}${path}`;
      const response = await fetch(url, { headers: { 'if-none-match': tags }, cache: 'no-store' });
      expect([tags, response.status, response.headers.get('etag')]).toEqual([tags, 304, '"1"']);
      expect(await response.text()).toBe('');
    }
    expect((await creator('GET', path, { headers: { 'if-none-match': '"2"' } })).status).toBe(200);
  }
});

test('[API-11] an unknown parameter is refused with the names of those that are known, however many there are', async () => {
  const { creator } = await aSession(app);
  const many = Array.from({ length: 2000 }, (_, index) => `p${String(index)}=1`).join('&');
  for (const query of ['author=ada', many, 'limit=1&limit=1&author=1&author=2', '__proto__=1']) {
    const { status, error } = await creator('GET', `/messages?${query}`);
    expect(status).toBe(400);
    expect(error.message).toMatch(/^query\.\w+: is not known; the parameters are since, before, msgType, wait, limit/);
  }
  expect((await creator('GET', '/messages?limit=1&limit=2')).error.message).toContain('query.limit');
  expect((await creator('POST', '/messages?dry=1', { body: { content: 'x' } })).error.message).toContain(
    'this path has no parameters',
  );
  expect((await fetch(`${app.url}/healthz?x=1`)).status).toBe(200);
});

test('[ERR-6] a path with an empty part is no path of an endpoint', async () => {
  const { status, error } = await app.request('GET', '/api/sessions/?limit=1');
  expect([status, error.message]).toEqual([
    404,
    'There is no GET /api/sessions/: a part of the path is empty. Did you mean /api/sessions?',
  ]);
  expect((await app.request('POST', '/api/sessions//messages')).error.message).toContain('a part of the path is empty');
});
