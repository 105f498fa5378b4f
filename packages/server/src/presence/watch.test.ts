import { until } from '@pairspace/testkit/until';
import type { Event, Presence, Session } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listQuietSessions } from '../sessions/watch-stalls.ts';
import { aSession, type SessionFixture } from '../testing/a-session.ts';
import { aWatch, type TestWatch } from '../testing/a-watch.ts';
import { planOf } from '../testing/plan-of.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { listMissed } from './mark-offline.ts';
import { onSqlite } from '@pairspace/testkit/test-database';

const minute = 60_000;
const system = { kind: 'system', id: 'system', name: 'Pairspace' };

let app: TestApp;
let watch: TestWatch;
beforeAll(async () => {
  // The watch of this service never runs by itself. A second watch runs when the test calls it.
  app = await startTestApp({ watchPauseMs: 3_600_000 });
  watch = await aWatch(app);
});
afterAll(async () => {
  await watch[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

const inRealTime = { mode: 'realtime' };

/** The events that the service itself has appended to a session. */
const told = async ({ creator }: SessionFixture): Promise<Event[]> => {
  const { data } = await creator<{ items: Event[] }>('GET', '/events?limit=200');
  return data.items.filter(({ actor }) => actor.kind === 'system');
};
const namesTold = async (session: SessionFixture): Promise<string[]> => (await told(session)).map(({ event }) => event);

const pass = async (ms: number): Promise<void> => {
  app.clock.advance(ms);
  await watch.round();
};

test('[PRES-4] after 60 s without a heartbeat the record is told once, as offline, by the service', async () => {
  const session = await aSession(app);
  const { data } = await session.creator<Presence>('POST', '/presence', { body: { status: 'working' } });
  await pass(minute - 1);
  expect(await told(session)).toEqual([]);
  await pass(1);
  await pass(0);
  const events = await told(session);
  expect(events).toHaveLength(1);
  const { id, agentId, agentName, role, currentActivity, lastSeenAt, expiresAt, lastActiveAt } = data;
  const record = {
    id,
    sessionId: session.id,
    agentId,
    agentName,
    role,
    currentActivity,
    lastSeenAt,
    expiresAt,
    lastActiveAt,
    reach: null,
  };
  expect(events[0]).toMatchObject({ event: 'agent.disconnected', actor: system });
  expect(events[0]?.data).toEqual({ ...record, status: 'offline' });
});

test('[PRES-4] an agent that comes back and goes again is told once for each time', async () => {
  const session = await aSession(app);
  for (const times of [1, 2, 3]) {
    await session.creator('POST', '/presence');
    await pass(minute);
    await pass(10 * minute);
    expect(await namesTold(session)).toEqual(Array(times).fill('agent.disconnected'));
  }
});

test('[PRES-4] who never sent a heartbeat is never told as gone', async () => {
  const session = await aSession(app, inRealTime);
  await pass(3 * minute);
  expect(await told(session)).toEqual([]);
});

test('[PRES-5] a second missed period pauses a realtime session, by the service', async () => {
  const session = await aSession(app, inRealTime);
  await session.partner('POST', '/presence');
  await pass(2 * minute - 1);
  expect(await namesTold(session)).toEqual(['agent.disconnected']);
  await pass(1);
  await pass(0);
  const events = await told(session);
  expect(events.map(({ event }) => event)).toEqual(['agent.disconnected', 'session.paused']);
  expect(events[1]).toMatchObject({ actor: system, data: { id: session.id, status: 'paused', mode: 'realtime' } });
  expect((await session.creator<Session>('GET', '')).data.status).toBe('paused');
});

test('[PRES-5] both periods that passed unseen are told in their order', async () => {
  const session = await aSession(app, inRealTime);
  await session.partner('POST', '/presence');
  await pass(5 * minute);
  expect(await namesTold(session)).toEqual(['agent.disconnected', 'session.paused']);
});

test('[PRES-5] no absence pauses an async session', async () => {
  const session = await aSession(app);
  await session.partner('POST', '/presence');
  await pass(minute);
  await pass(minute);
  expect(await namesTold(session)).toEqual(['agent.disconnected']);
});

test('[PRES-5] a session is paused once for an absence: who sets it active again is not overruled', async () => {
  const session = await aSession(app, inRealTime);
  await session.partner('POST', '/presence');
  await pass(2 * minute);
  await session.creator('PATCH', '', { body: { status: 'active' } });
  await pass(5 * minute);
  expect(await namesTold(session)).toEqual(['agent.disconnected', 'session.paused']);
  await session.partner('POST', '/presence');
  await pass(2 * minute);
  expect(await namesTold(session)).toEqual([
    ...['agent.disconnected', 'session.paused'],
    ...['agent.disconnected', 'session.paused'],
  ]);
});

test('[PRES-5] a session that waits for its second agent is not paused', async () => {
  const body = { mode: 'realtime', agentId: 'ada' };
  const { data } = await app.request<{ session: Session; agentToken: string }>('POST', '/api/sessions', { body });
  const path = `/api/sessions/${data.session.id}`;
  await app.request('POST', `${path}/presence`, { token: data.agentToken });
  await pass(2 * minute);
  expect((await app.request<Session>('GET', path)).data.status).toBe('waiting');
});

test('[PRES-14] in a completed session silence appends nothing, not even when it is opened again', async () => {
  const session = await aSession(app, inRealTime);
  await session.creator('POST', '/presence');
  await session.partner('POST', '/presence');
  await session.creator('PATCH', '', { body: { status: 'completed' } });
  await pass(minute);
  await session.partner('POST', '/presence');
  await pass(20 * minute);
  const { data } = await session.creator<{ items: Presence[] }>('GET', '/presence');
  expect(data.items.map(({ status }) => status)).toEqual(['offline', 'offline']);
  await session.creator('PATCH', '', { body: { status: 'active' } });
  await pass(minute);
  expect(await told(session)).toEqual([]);
});

test('[PRES-6] ten minutes without work stall an active realtime session, told once until there is work', async () => {
  const session = await aSession(app, inRealTime);
  await pass(10 * minute - 1);
  expect(await told(session)).toEqual([]);
  await pass(1);
  await pass(30 * minute);
  const [stalled, ...more] = await told(session);
  expect(more).toEqual([]);
  expect(stalled).toMatchObject({ event: 'session.stalled', actor: system });
  const { inviteCode, inviteExpiresAt, storedBytes, ...asStrangersSeeIt } = (await session.creator<Session>('GET', ''))
    .data;
  expect([inviteCode, inviteExpiresAt, storedBytes]).not.toContain(undefined);
  expect(stalled?.data).toEqual(asStrangersSeeIt);
  await session.creator('POST', '/messages', { body: { content: 'hello' } });
  await pass(10 * minute);
  expect(await namesTold(session)).toEqual(['session.stalled', 'session.stalled']);
});

test.each([
  ['a message', 'POST', '/messages', { content: 'hello' }],
  ['a note', 'POST', '/notes', { title: 'Plan' }],
  ['a file', 'POST', '/files', { path: 'a.txt', content: 'text' }],
])('[PRES-6] %s puts a stall off', async (_, method, path, body) => {
  const session = await aSession(app, inRealTime);
  await pass(9 * minute);
  expect((await session.creator(method, path, { body })).status).toBe(201);
  await pass(9 * minute);
  expect(await told(session)).toEqual([]);
  await pass(minute);
  expect(await namesTold(session)).toEqual(['session.stalled']);
});

test('[PRES-6] a new name, a heartbeat, an absence or an observer put no stall off', async () => {
  const session = await aSession(app, inRealTime);
  await session.creator('POST', '/presence');
  await pass(minute);
  await session.creator('POST', '/presence');
  await session.creator('PATCH', '', { body: { name: 'Another' } });
  await session.stranger('POST', '/observe', { body: {} });
  await pass(minute - 1);
  await session.creator('POST', '/presence');
  for (let at = 2; at < 10; at++) {
    await pass(minute - 1);
    await session.creator('POST', '/presence');
  }
  await pass(minute);
  expect(await namesTold(session)).toContain('session.stalled');
});

test('[PRES-6] async, waiting, paused and completed sessions do not stall', async () => {
  const sessions = [await aSession(app), await aSession(app, inRealTime), await aSession(app, inRealTime)];
  const [, paused, completed] = sessions;
  await paused?.creator('PATCH', '', { body: { status: 'paused' } });
  await completed?.creator('PATCH', '', { body: { status: 'completed' } });
  const waiting = await app.request<{ session: Session }>('POST', '/api/sessions', { body: inRealTime });
  await pass(11 * minute);
  for (const session of sessions) expect(await told(session)).toEqual([]);
  expect((await app.request<Session>('GET', `/api/sessions/${waiting.data.session.id}`)).data.lastSeq).toBe(1);
});

test('[PRES-6] the ten minutes begin anew when a session becomes active or realtime', async () => {
  const [resumed, switched] = [await aSession(app, inRealTime), await aSession(app)];
  await pass(9 * minute);
  await resumed.creator('PATCH', '', { body: { status: 'paused' } });
  await pass(9 * minute);
  await resumed.creator('PATCH', '', { body: { status: 'active' } });
  await switched.creator('PATCH', '', { body: { mode: 'realtime' } });
  await pass(10 * minute - 1);
  for (const session of [resumed, switched]) expect(await told(session)).toEqual([]);
  await pass(1);
  for (const session of [resumed, switched]) expect(await namesTold(session)).toEqual(['session.stalled']);
});

test('[PRES-6] a told stall is not told again because the session was paused meanwhile', async () => {
  const session = await aSession(app, inRealTime);
  await pass(10 * minute);
  await session.creator('PATCH', '', { body: { status: 'paused' } });
  await session.creator('PATCH', '', { body: { status: 'active' } });
  await pass(11 * minute);
  expect(await namesTold(session)).toEqual(['session.stalled']);
});

test('[SES-15] a deleted session leaves nothing to the watch', async () => {
  const session = await aSession(app, inRealTime);
  await session.creator('POST', '/presence');
  await session.creator('DELETE', '');
  await pass(20 * minute);
});

test('[PRES-4] a service tells by itself', async () => {
  await using watching = await startTestApp({ watchPauseMs: 1 });
  const session = await aSession(watching, inRealTime);
  await session.creator('POST', '/presence');
  watching.clock.advance(20 * minute);
  await until(async () => {
    // A round that was under way when the clock moved may have reported the stall first.
    const told = (await namesTold(session)).filter((name) => name !== 'session.stalled');
    expect(told).toEqual(['agent.disconnected', 'session.paused']);
  });
});

test('[PRES-4] [PRES-3] the times are those of the configuration', async () => {
  await using quick = await startTestApp({
    watchPauseMs: 1,
    heartbeatIntervalMs: 100,
    presenceTimeoutMs: 1000,
    stallTimeoutMs: 5000,
  });
  const session = await aSession(quick, inRealTime);
  const { data } = await session.creator<Presence>('POST', '/presence');
  expect(data).toMatchObject({ heartbeatIntervalMs: 100 });
  expect(Date.parse(data.expiresAt ?? '') - Date.parse(data.lastSeenAt ?? '')).toBe(1000);
  for (const [ms, event] of [
    [1000, 'agent.disconnected'],
    [1000, 'session.paused'],
  ] as const) {
    quick.clock.advance(ms);
    await until(async () => {
      expect(await namesTold(session)).toContain(event);
    });
  }
  const other = await aSession(quick, inRealTime);
  quick.clock.advance(5000);
  await until(async () => {
    expect(await namesTold(other)).toEqual(['session.stalled']);
  });
});

test('more absences than the watch looks up at once are told in one round', async () => {
  const paths = await Promise.all(
    Array.from({ length: 120 }, async () => {
      const { data } = await app.request<{ session: Session; agentToken: string }>('POST', '/api/sessions');
      const path = `/api/sessions/${data.session.id}`;
      // On a busy machine a heartbeat may be refused with 503.
      const heartbeat = async () => (await app.request('POST', `${path}/presence`, { token: data.agentToken })).status;
      await expect.poll(heartbeat).toBe(200);
      return path;
    }),
  );
  await pass(2 * minute);
  const lastSeqs = await Promise.all(paths.map(async (path) => (await app.request<Session>('GET', path)).data.lastSeq));
  expect(lastSeqs).toEqual(paths.map(() => 2));
});

test('the watch finds by an index alone, however many sessions there are', onSqlite, async () => {
  const silent = await planOf(app, (db) => listMissed(db, { missedPeriods: 0, since: 1, limit: 1 }));
  expect(silent).toEqual(['SEARCH presence USING INDEX presence_by_silence (missed_periods=? AND expires_at<?)']);
  const quiet = await planOf(app, (db) => listQuietSessions(db, 1, 1));
  expect(quiet).toEqual(['SEARCH session USING INDEX session_by_quiet (quiet_since<?)']);
});
