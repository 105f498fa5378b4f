import { until } from '@pairspace/testkit/until';
import { isoTime } from '../lib/clock.ts';
import type { Presence } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { openStream } from '../testing/open-stream.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

interface PresencePage {
  items: Presence[];
  nextCursor: string | null;
  watchers: number;
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('[PRES-3] there is one record for every agent, unknown until its first heartbeat', async () => {
  const { id, partner, stranger } = await aSession(app);
  await partner('POST', '/presence', { body: { status: 'idle' } });
  const { data } = await stranger<PresencePage>('GET', '/presence');
  expect(data).toMatchObject({ nextCursor: null, watchers: 0 });
  expect(data.items).toEqual([
    {
      id: 'ada',
      sessionId: id,
      agentId: 'ada',
      agentName: 'ada',
      role: 'creator',
      status: 'unknown',
      currentActivity: null,
      lastSeenAt: null,
      expiresAt: null,
      lastActiveAt: isoTime(app.clock.now()),
      reach: null,
    },
    expect.objectContaining({ agentId: 'bob', role: 'partner', status: 'idle' }),
  ]);
});

test('[PRES-4] an agent is offline from 60 s after its last heartbeat, and not a millisecond before', async () => {
  const { creator, stranger } = await aSession(app);
  const statusOfAda = async () => (await stranger<PresencePage>('GET', '/presence')).data.items[0]?.status;
  const { data } = await creator<Presence>('POST', '/presence', { body: { status: 'working', currentActivity: 'x' } });
  app.clock.advance(59_999);
  expect(await statusOfAda()).toBe('working');
  app.clock.advance(1);
  const { items } = (await stranger<PresencePage>('GET', '/presence')).data;
  const { lastSeenAt, expiresAt, currentActivity } = data;
  expect(items[0]).toMatchObject({ status: 'offline', lastSeenAt, expiresAt, currentActivity });
  await creator('POST', '/presence');
  expect(await statusOfAda()).toBe('online');
});

test('[PRES-3] [API-17] [API-18] records come in pages, by agentId', async () => {
  const { stranger } = await aSession(app);
  const first = await stranger<PresencePage>('GET', '/presence?limit=1');
  expect(first.data.items.map(({ agentId }) => agentId)).toEqual(['ada']);
  const second = await stranger<PresencePage>('GET', `/presence?limit=1&cursor=${first.data.nextCursor ?? ''}`);
  expect(second.data.items.map(({ agentId }) => agentId)).toEqual(['bob']);
  expect(second.data.nextCursor).toBeNull();
  expect((await stranger('GET', '/presence?limit=0')).status).toBe(400);
  expect((await stranger('GET', '/presence?cursor=x')).status).toBe(400);
});

test('[PRES-3] watchers counts the live streams of this session, as they come and go', async () => {
  const session = await aSession(app);
  const other = await aSession(app);
  const watchers = async ({ stranger }: typeof session) =>
    (await stranger<PresencePage>('GET', '/presence')).data.watchers;
  const path = `/api/sessions/${session.id}/stream`;
  const streams = [await openStream(app, path), await openStream(app, path, session.tokens.walkIn)];
  expect(await watchers(session)).toBe(2);
  expect(await watchers(other)).toBe(0);
  for (const stream of streams) await stream[Symbol.asyncDispose]();
  await until(async () => {
    expect(await watchers(session)).toBe(0);
  });
});

test('[SES-15] the presence of a deleted session is gone', async () => {
  const { creator, partner, stranger } = await aSession(app);
  await partner('POST', '/presence');
  await creator('DELETE', '');
  expect((await stranger('GET', '/presence')).status).toBe(404);
  expect((await partner('POST', '/presence')).status).toBe(401);
});

test('[PRES-21] how an agent can be woken is unknown once its heartbeats have stopped', async () => {
  const session = await aSession(app);
  const reach = { mode: 'idle', via: 'a-test' };
  const shown = async () =>
    (await session.creator<{ items: Presence[] }>('GET', '/presence')).data.items.find(({ id }) => id === 'ada')?.reach;
  await session.creator('POST', '/presence', { body: { reach } });
  expect(await shown()).toEqual(reach);
  app.clock.advance(60_000);
  expect(await shown()).toEqual({ mode: 'unknown' });
  await session.creator('POST', '/presence', { body: { status: 'idle' } });
  expect(await shown()).toBeNull();
});
