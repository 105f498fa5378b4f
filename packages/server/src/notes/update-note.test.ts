import type { Event, Note } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('[NOTE-4] a stale version is refused with the current note, and appends nothing', async () => {
  const { creator, partner } = await aSession(app);
  const note = (await creator<Note>('POST', '/notes', { body: { title: 'Plan' } })).data;
  await creator('PUT', `/notes/${note.id}`, { body: { expectedVersion: 1, content: 'ours' } });

  const late = await partner('PUT', `/notes/${note.id}`, { body: { expectedVersion: 1, content: 'theirs' } });

  expect(late.status).toBe(409);
  expect(late.error.details).toMatchObject({
    reason: 'stale_version',
    currentVersion: 2,
    current: { content: 'ours' },
  });
  const events = await creator<{ items: Event[] }>('GET', '/events');
  expect(events.data.items.filter(({ event }) => event === 'note.updated')).toHaveLength(1);
});
