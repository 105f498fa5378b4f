import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { startTestApp } from '../testing/test-app.ts';
import { defaultLimits } from '@pairspace/protocol';

test.each([
  ['notes', () => ({ title: 'one more' })],
  ['files', (i: number) => ({ path: `${String(i)}.txt`, content: '' })],
])('[LIM-4] one more of the %s than a session holds is refused', async (what, body) => {
  await using app = await startTestApp({ limits: { ...defaultLimits, notesPerSession: 2, filesPerSession: 2 } });
  const { creator } = await aSession(app);
  const statuses: number[] = [];
  for (let i = 0; i < 2; i++) statuses.push((await creator('POST', `/${what}`, { body: body(i) })).status);
  const third = await creator('POST', `/${what}`, { body: body(2) });
  expect([...statuses, third.status]).toEqual([201, 201, 409]);
  expect(third.error.details).toEqual({ reason: 'limit_reached' });
});
