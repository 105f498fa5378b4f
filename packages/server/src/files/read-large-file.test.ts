import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { startTestApp } from '../testing/test-app.ts';

test('[FILE-6] a large file that was read before is read as it is now, in its session alone', async () => {
  await using app = await startTestApp();
  const { creator } = await aSession(app);
  const other = await aSession(app);
  const [before, after] = ['a'.repeat(200_000), 'b'.repeat(200_000)];
  const read = async (by = creator) => (await by<{ content: string; version: number }>('GET', '/files/large.txt')).data;

  await creator('POST', '/files', { body: { path: 'large.txt', content: before } });
  for (let time = 0; time < 3; time++) expect(await read()).toMatchObject({ content: before, version: 1 });
  await creator('POST', '/files', { body: { path: 'large.txt', content: after } });
  for (let time = 0; time < 2; time++) expect(await read()).toMatchObject({ content: after, version: 2 });
  await creator('POST', '/files', { body: { path: 'large.txt', content: before } });
  expect(await read()).toMatchObject({ content: before, version: 3 });

  expect((await other.creator('GET', '/files/large.txt')).status).toBe(404);
  await creator('DELETE', '/files/large.txt');
  expect((await creator('GET', '/files/large.txt')).status).toBe(404);
});
