import { until } from '@pairspace/testkit/until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { type Inside, lookInside } from '@pairspace/testkit/look-inside';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let inside: Inside;
beforeAll(async () => {
  app = await startTestApp();
  inside = await lookInside(app);
});
afterAll(async () => {
  await inside[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

const bodiesOf = (text: string) => inside.rows(`select session_id from content_body where body = '${text}'`);

test('equal contents of files and their versions are stored once', async () => {
  const { creator } = await aSession(app);
  const text = 'the same in all of them';
  for (const path of ['a.txt', 'b.txt']) await creator('POST', '/files', { body: { path, content: text } });
  await creator('POST', '/files', { body: { path: 'a.txt', content: 'other' } });
  await creator('POST', '/files', { body: { path: 'a.txt', content: text } });

  expect(await bodiesOf(text)).toHaveLength(1);
  expect(
    await inside.rows(`select uses from content join content_body using (session_id, hash) where body = '${text}'`),
  ).toEqual([{ uses: 3 }]);
});

test('[TIME-8] contents go with the last session that refers to them, and a version that is too old lets go of its own', async () => {
  const { creator, id } = await aSession(app);
  const text = 'carried into a fork';
  await creator('POST', '/files', { body: { path: 'a.txt', content: text } });
  const fork = await creator<{ session: { id: string }; agentToken: string }>('POST', '/fork', {
    body: { files: true },
  });
  expect(await bodiesOf(text)).toEqual([{ session_id: id }]);

  await creator('DELETE', '');
  await until(async () => {
    expect(await inside.rows(`select 1 from file_content where session_id = '${id}'`)).toEqual([]);
    expect(await inside.rows(`select 1 from deletion where session_id = '${id}'`)).toEqual([]);
  });
  expect(await bodiesOf(text)).toEqual([{ session_id: id }]);

  const { session, agentToken } = fork.data;
  const write = (content: string) =>
    app.request('POST', `/api/sessions/${session.id}/files`, { token: agentToken, body: { path: 'a.txt', content } });
  for (let version = 2; version <= 100; version++) await write(String(version));
  expect(await bodiesOf(text)).toEqual([{ session_id: id }]);
  await write('101');
  expect(await bodiesOf(text)).toEqual([]);
  expect(await inside.rows(`select 1 from content where session_id = '${id}'`)).toEqual([]);

  await app.request('DELETE', `/api/sessions/${session.id}`, { token: agentToken });
  await until(async () => {
    expect(await inside.rows(`select 1 from content where session_id = '${session.id}'`)).toEqual([]);
  });
});
