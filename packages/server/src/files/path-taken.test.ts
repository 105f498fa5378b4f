import type { SessionExport } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('[FILE-14] a file and a file below its path do not stand beside each other', async () => {
  const { creator } = await aSession(app);
  const put = (path: string) => creator('POST', '/files', { body: { path, content: 'x' } });
  for (const path of ['file', 'a/b/c', 'file.txt', 'file-2', 'a/b/c-d', 'a/b0'])
    expect((await put(path)).status).toBe(201);
  for (const [path, there] of [
    ['file/sub', 'file'],
    ['file/x/y/z', 'file'],
    ['a', 'a/b/c'],
    ['a/b', 'a/b/c'],
    ['a/b/c/d', 'a/b/c'],
  ] as const) {
    const { status, error } = await put(path);
    expect([path, status, error.details?.['reason']]).toEqual([path, 409, 'path_taken']);
    expect(error.details?.['paths']).toContain(there);
  }
  expect((await put('file')).status).toBe(200);
  await creator('DELETE', '/files/file');
  expect((await put('file/sub')).status).toBe(201);
  const { data } = await creator<SessionExport>('GET', '/export');
  expect(data.files.map(({ path }) => path)).toContain('file/sub');
});
