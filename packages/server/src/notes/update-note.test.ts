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

test('[NOTE-4] [LOG-1] of edits that wait together one of each version is taken, and the log has no gap', async () => {
  const { creator, partner } = await aSession(app);
  const notes = await Promise.all(
    Array.from({ length: 8 }, async () => (await creator<Note>('POST', '/notes', { body: { title: 'Plan' } })).data),
  );
  const before = (await creator<{ lastSeq: number }>('GET', '')).data.lastSeq;

  const edits = await Promise.all(
    notes.flatMap(({ id }) =>
      [creator, partner, creator].map((edit, index) =>
        edit<Note>('PUT', `/notes/${id}`, { body: { expectedVersion: 1, content: `By ${String(index)}` } }),
      ),
    ),
  );

  expect(edits.filter(({ status }) => status === 200)).toHaveLength(notes.length);
  expect(edits.filter(({ status }) => status === 409)).toHaveLength(2 * notes.length);
  const events = await creator<{ items: Event[] }>('GET', `/events?since=${String(before)}`);
  expect(events.data.items.map(({ seq }) => seq)).toEqual(notes.map((_, index) => before + 1 + index));
  const kept = await creator<{ items: Note[] }>('GET', '/notes');
  const shown = (some: readonly Note[]) =>
    some.map(({ id, version, content }) => `${id} ${String(version)} ${content}`).toSorted();
  const taken = edits.filter(({ status }) => status === 200).map(({ data }) => data);
  expect(shown(kept.data.items)).toEqual(shown(taken));
});
