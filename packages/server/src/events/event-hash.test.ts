import { canonicalJson, type Event } from '@pairspace/protocol';
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { startTestApp } from '../testing/test-app.ts';

/** The rule as a client applies it: to events that it has parsed. */
const chainOf = (sessionId: string, events: readonly Event[]): string[] => {
  let previous = hash('sha256', sessionId);
  return events.map(
    (event) => (previous = hash('sha256', `${previous}\n${canonicalJson({ ...event, hash: undefined })}`)),
  );
};

test('[CHN-1] every event has the hash of the event before and of itself', async () => {
  await using app = await startTestApp();
  const { id, creator, partner } = await aSession(app, {
    name: 'Größe \u2028 "x"',
    metadata: { 10: 1, 9: [1e21, 0.1] },
  });
  await creator('POST', '/messages', {
    body: { content: '\u{1f600}\u0007 "quoted" \\', metadata: { ключ: null, a: -0 } },
  });
  await partner('POST', '/notes', { body: { title: 'Plan', content: 'x'.repeat(100_000) } });
  await creator('POST', '/files', { body: { path: 'a.txt', content: 'one' } });
  await Promise.all(
    Array.from({ length: 30 }, (_, i) => partner('POST', '/messages', { body: { content: `Part ${String(i)}` } })),
  );
  await creator('PATCH', '', { body: { status: 'completed' } });
  const { data } = await creator<{ items: Event[] }>('GET', '/events?since=0&limit=200');
  expect(data.items.map((event) => event.seq)).toEqual(data.items.map((_, index) => index + 1));
  expect(data.items.map((event) => event.hash)).toEqual(chainOf(id, data.items));
});
