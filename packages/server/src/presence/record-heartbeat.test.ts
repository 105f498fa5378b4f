import type { PresenceWithInterval } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isoTime } from '../lib/clock.ts';
import { aSession, type Caller } from '../testing/a-session.ts';
import { openBeside } from '../testing/open-beside.ts';
import { openStream } from '../testing/open-stream.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { pauseSession } from '../sessions/pause-session.ts';
import { recordHeartbeat } from './record-heartbeat.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const heartbeat = (caller: Caller, body?: Record<string, unknown>) =>
  caller<PresenceWithInterval>('POST', '/presence', body && { body });

test('[PRES-1] [PRES-3] a heartbeat answers the whole record and when to send the next', async () => {
  const { id, creator } = await aSession(app);
  const { status, data } = await heartbeat(creator, { status: 'working', currentActivity: 'tests' });
  expect(status).toBe(200);
  expect(data).toEqual({
    id: 'ada',
    sessionId: id,
    agentId: 'ada',
    agentName: 'ada',
    role: 'creator',
    status: 'working',
    currentActivity: 'tests',
    lastSeenAt: isoTime(app.clock.now()),
    expiresAt: isoTime(app.clock.now() + 60_000),
    lastActiveAt: isoTime(app.clock.now()),
    reach: null,
    heartbeatIntervalMs: 15_000,
  });
});

test.each([
  ['offline, which none can be who says so', { status: 'offline' }],
  ['a word of the agent’s own', { status: 'busy' }],
  ['an activity of 201 characters', { currentActivity: 'é'.repeat(201) }],
  ['an activity that is no text', { currentActivity: 1 }],
])('[PRES-1] %s is 400', async (_, body) => {
  const { creator } = await aSession(app);
  expect((await heartbeat(creator, body)).status).toBe(400);
  expect((await heartbeat(creator, { currentActivity: '\u{1f600}'.repeat(200) })).status).toBe(200);
});

test('[PRES-10] what a heartbeat leaves out stays as it was said, until an absence ends it', async () => {
  const { creator } = await aSession(app);
  expect((await heartbeat(creator)).data).toMatchObject({ status: 'online', currentActivity: null });
  await heartbeat(creator, { status: 'working', currentActivity: 'tests' });
  expect((await heartbeat(creator)).data).toMatchObject({ status: 'working', currentActivity: 'tests' });
  expect((await heartbeat(creator, { status: 'idle' })).data).toMatchObject({ currentActivity: 'tests' });
  expect((await heartbeat(creator, { currentActivity: null })).data).toMatchObject({
    status: 'idle',
    currentActivity: null,
  });
  await heartbeat(creator, { currentActivity: 'lunch' });
  app.clock.advance(60_000);
  expect((await heartbeat(creator)).data).toMatchObject({ status: 'online', currentActivity: null });
});

test('[PRES-8] [PRES-11] streams are told what a heartbeat changes, without an id, and of no other heartbeat', async () => {
  const { id, creator, partner } = await aSession(app);
  await using stream = await openStream(app, `/api/sessions/${id}/stream`);
  const first = await heartbeat(creator, { status: 'working' });
  const { heartbeatIntervalMs, ...record } = first.data;
  expect(heartbeatIntervalMs).toBe(15_000);
  expect(await stream.next()).toEqual({
    id: undefined,
    event: 'presence.updated',
    data: {
      event: 'presence.updated',
      timestamp: isoTime(app.clock.now()),
      sessionId: id,
      actor: { kind: 'agent', id: 'ada', name: 'ada' },
      data: record,
    },
  });
  app.clock.advance(59_999);
  await heartbeat(creator);
  await heartbeat(creator, { status: 'working', currentActivity: null });
  await partner('POST', '/messages', { body: { content: 'hello' } });
  expect(await stream.next()).toMatchObject({ event: 'message.created' });
  await heartbeat(creator, { currentActivity: 'tests' });
  expect((await stream.next()).data.data).toMatchObject({ agentId: 'ada', currentActivity: 'tests' });
  await heartbeat(creator, { status: 'idle' });
  expect((await stream.next()).data.data).toMatchObject({ agentId: 'ada', status: 'idle', currentActivity: 'tests' });
});

test('[PRES-8] heartbeats leave no trace in the log, and replay does not repeat their frames', async () => {
  const { id, creator } = await aSession(app);
  const lastSeq = async () => (await creator<{ lastSeq: number }>('GET', '')).data.lastSeq;
  const before = await lastSeq();
  await heartbeat(creator, { status: 'working' });
  await heartbeat(creator, { status: 'idle' });
  await creator('POST', '/typing');
  expect(await lastSeq()).toBe(before);
  await using stream = await openStream(app, `/api/sessions/${id}/stream?since=0`);
  const names: string[] = [];
  while (names.length < before) names.push((await stream.next()).event);
  await creator('POST', '/messages', { body: { content: 'hello' } });
  names.push((await stream.next()).event);
  expect(names).not.toContain('presence.updated');
  expect(names).not.toContain('typing');
  expect(names.at(-1)).toBe('message.created');
});

test('[PRES-11] an absence that nobody saw is told before the heartbeat that ends it, in log and stream', async () => {
  await using unwatched = await startTestApp({ watchPauseMs: 3_600_000 });
  const { id, creator } = await aSession(unwatched);
  await heartbeat(creator, { status: 'working' });
  await using stream = await openStream(unwatched, `/api/sessions/${id}/stream`);
  unwatched.clock.advance(60_000);
  await heartbeat(creator);
  const [told, back] = [await stream.next(), await stream.next()];
  expect(told).toMatchObject({ event: 'agent.disconnected', data: { data: { status: 'offline' } } });
  expect(told.id).toMatch(/^\d+$/);
  expect(back).toMatchObject({ id: undefined, event: 'presence.updated', data: { data: { status: 'online' } } });
});

test('[PRES-1] heartbeats do not use up the requests of an agent, nor requests its heartbeats', async () => {
  await using limited = await startTestApp({ requestRate: { count: 12, windowMs: 60_000 } });
  const { creator } = await aSession(limited);
  const statuses: number[] = [];
  for (let i = 0; i < 13; i++) statuses.push((await heartbeat(creator)).status);
  expect(statuses).toEqual([...Array<number>(12).fill(200), 429]);
  expect((await creator('GET', '/presence')).status).toBe(200);
  while ((await creator('GET', '/presence')).status === 200);
  expect((await creator('GET', '/presence')).status).toBe(429);
  const other = await aSession(app);
  expect((await heartbeat(other.creator)).status).toBe(200);
});

test('[ACC-10] heartbeats and typing are for agents of the session, its presence for whoever may read it', async () => {
  const publicly = await aSession(app);
  const privately = await aSession(app, { visibility: 'private' });
  for (const path of ['/presence', '/typing']) {
    for (const session of [publicly, privately]) {
      for (const agent of [session.creator, session.partner]) expect((await agent('POST', path)).status).toBe(200);
      for (const other of [session.observer, session.invited]) expect((await other('POST', path)).status).toBe(403);
      expect((await session.stranger('POST', path)).status).toBe(401);
      const elsewhere = `/api/sessions/${session.id}${path}`;
      const { token } = { token: (session === publicly ? privately : publicly).tokens.creator };
      expect((await app.request('POST', elsewhere, { token })).status).toBe(403);
    }
    expect((await app.request('POST', `/api/sessions/none${path}`)).status).toBe(404);
  }
  expect((await publicly.stranger('GET', '/presence')).status).toBe(200);
  expect((await privately.stranger('GET', '/presence')).status).toBe(401);
  expect((await privately.invited('GET', '/presence')).status).toBe(200);
  const token = publicly.tokens.creator;
  expect((await app.request('GET', `/api/sessions/${privately.id}/presence`, { token })).status).toBe(403);
});

test('[PRES-14] a completed session takes heartbeats and typing', async () => {
  const { id, creator } = await aSession(app);
  await creator('PATCH', '', { body: { status: 'completed' } });
  await using stream = await openStream(app, `/api/sessions/${id}/stream`);
  expect((await heartbeat(creator, { status: 'idle' })).data.status).toBe('idle');
  expect((await stream.next()).event).toBe('presence.updated');
  expect((await creator('POST', '/typing')).status).toBe(200);
  expect((await stream.next()).event).toBe('typing');
});

test('a heartbeat with an Idempotency-Key is answered again and done once', async () => {
  const { id, creator } = await aSession(app);
  await using stream = await openStream(app, `/api/sessions/${id}/stream`);
  const once = { body: { status: 'idle' }, headers: { 'idempotency-key': 'k1' } };
  const first = await creator('POST', '/presence', once);
  await heartbeat(creator, { status: 'working' });
  const again = await creator('POST', '/presence', once);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.data).toEqual(first.data);
  await creator('POST', '/messages', { body: { content: 'hello' } });
  const frames = [await stream.next(), await stream.next(), await stream.next()];
  expect(frames.map(({ event }) => event)).toEqual(['presence.updated', 'presence.updated', 'message.created']);
});

test('a heartbeat with which an agent comes notifies of its session and so is durable; others need not be', async () => {
  const { id: sessionId } = await aSession(app);
  await using beside = await openBeside(app);
  const ada = { kind: 'agent', sessionId, agentId: 'ada', agentName: 'ada', role: 'creator' } as const;
  const isDurable = (): Promise<boolean> =>
    beside.write(async (tx) => {
      const notify = vi.spyOn(tx, 'notify');
      await recordHeartbeat(
        tx,
        { ...ada, issuedToCreator: true },
        { status: 'online' },
        { ...app.config, pauseSession },
      );
      return notify.mock.calls.length > 0;
    });
  expect([await isDurable(), await isDurable()]).toEqual([true, false]);
  app.clock.advance(60_000);
  expect([await isDurable(), await isDurable()]).toEqual([true, false]);
});
