import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aGate, type Gate } from '../testing/a-gate.ts';
import { aSession } from '../testing/a-session.ts';
import { openStream } from '../testing/open-stream.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { testDatabaseUrl, testNatsUrl } from '../testing/test-database.ts';

/** Far below the time after which a follower looks by itself, so that several in turn cannot come so by chance. */
const atOnceMs = 2500;

const within = async <T>(limitMs: number, what: Promise<T>): Promise<T> => {
  const askedAt = performance.now();
  const result = await what;
  expect(performance.now() - askedAt).toBeLessThan(limitMs);
  return result;
};

const metric = async ({ url }: TestApp, name: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
};

const natsOf = async (app: TestApp): Promise<unknown> => {
  const { status, data } = await app.request<{ nats: string }>('GET', '/readyz');
  expect(status).toBe(200);
  return data.nats;
};

const isConnected = (app: TestApp) =>
  vi.waitFor(async () => {
    expect(await natsOf(app)).toBe('connected');
  }, 10_000);

describe.skipIf(testNatsUrl === undefined)('two nodes and NATS (PAIRSPACE_TEST_NATS_URL)', () => {
  let gate: Gate;
  let here: TestApp;
  let there: TestApp;
  beforeEach(async () => {
    gate = await aGate(testNatsUrl ?? '');
    here = await startTestApp({ natsUrl: gate.url });
    there = await startTestApp({ natsUrl: gate.url }, here);
    await Promise.all([isConnected(here), isConnected(there)]);
  });
  afterEach(async () => {
    await there[Symbol.asyncDispose]();
    await here[Symbol.asyncDispose]();
    await gate.cut();
  });

  const follow = async () => {
    const session = await aSession(here);
    const before = await metric(there, 'pairspace_nats_interests');
    const stream = await openStream(there, `/api/sessions/${session.id}/stream`, session.tokens.creator);
    // The node has asked for what is said of the session.
    await vi.waitFor(async () => {
      expect(await metric(there, 'pairspace_nats_interests')).toBe(before + 1);
    });
    return { session, stream, [Symbol.asyncDispose]: () => stream[Symbol.asyncDispose]() };
  };

  test('[OPS-12] [EXT-2] an event of one node reaches streams and waits on another at once', async () => {
    await using following = await follow();
    const { session, stream } = following;
    const wait = there.request<{ items: { content: string }[] }>(
      'GET',
      `/api/sessions/${session.id}/messages?since=${String((await session.creator<{ lastSeq: number }>('GET', '')).data.lastSeq)}&wait=10`,
    );
    for (let count = 0; count < 5; count++) {
      await session.creator('POST', '/messages', { body: { content: String(count) } });
      const { event, data } = await within(atOnceMs, stream.next());
      expect([event, data.data['content']]).toEqual(['message.created', String(count)]);
    }
    expect((await wait).data.items[0]?.content).toBe('0');
  });

  test('[OPS-12] [PRES-8] frames that no log keeps cross nodes, after the events before them', async () => {
    await using following = await follow();
    const { session, stream } = following;
    for (let round = 0; round < 5; round++) {
      await session.creator('POST', '/messages', { body: { content: 'hello' } });
      await session.creator('POST', '/typing');
      expect((await within(atOnceMs, stream.next())).event).toBe('message.created');
      expect((await within(atOnceMs, stream.next())).event).toBe('typing');
    }
  });

  test('[OPS-13] while NATS is away nodes work and say so; when it is back followers have what they missed', async () => {
    await using following = await follow();
    const { session, stream } = following;
    await gate.cut();
    await vi.waitFor(async () => {
      expect(await natsOf(here)).toBe('away');
      expect(await natsOf(there)).toBe('away');
    });
    expect((await session.creator('POST', '/messages', { body: { content: 'missed' } })).status).toBe(201);
    expect(await metric(here, 'pairspace_nats_dropped')).toBeGreaterThan(0);
    await gate.mend();
    await Promise.all([isConnected(here), isConnected(there)]);
    expect((await stream.next()).data.data['content']).toBe('missed');
  });

  test('[OPS-13] without NATS a follower on another node looks by itself', async () => {
    await using following = await follow();
    const { session, stream } = following;
    await gate.cut();
    await session.creator('POST', '/messages', { body: { content: 'found' } });
    expect((await stream.next()).data.data['content']).toBe('found');
  });

  test('[OPS-12] a node asks only for the sessions that are followed on it', async () => {
    await using following = await follow();
    expect(following.stream).toBeDefined();
    const other = await aSession(here);
    const interests = await metric(here, 'pairspace_nats_interests');
    const before = await metric(there, 'pairspace_nats_received');
    await other.creator('POST', '/messages', { body: { content: 'for nobody' } });
    await other.creator('POST', '/typing');
    expect(await metric(there, 'pairspace_nats_received')).toBe(before);
    expect(await metric(here, 'pairspace_nats_interests')).toBe(interests);
  });

  test('[OPS-13] a node starts while NATS is away', async () => {
    await gate.cut();
    await using late = await startTestApp({ natsUrl: gate.url }, here);
    expect(await natsOf(late)).toBe('away');
    expect((await late.request('POST', '/api/sessions')).status).toBe(201);
    await gate.mend();
    await isConnected(late);
  });

  test.skipIf(testDatabaseUrl === undefined)(
    '[OPS-14] the watchers of a session are counted on all nodes',
    async () => {
      const session = await aSession(here);
      const path = `/api/sessions/${session.id}`;
      const watchers = async (app: TestApp) =>
        (await app.request<{ watchers: number }>('GET', `${path}/presence`)).data;
      {
        await using one = await openStream(here, `${path}/stream`);
        await using two = await openStream(there, `${path}/stream`);
        expect([one, two]).toHaveLength(2);
        for (const app of [here, there]) {
          await vi.waitFor(async () => {
            expect(await watchers(app)).toMatchObject({ watchers: 2 });
          }, 5000);
        }
      }
      for (const app of [here, there]) {
        await vi.waitFor(async () => {
          expect(await watchers(app)).toMatchObject({ watchers: 0 });
        }, 5000);
      }
    },
  );
});

test('[OPS-14] [LIM-7] wrong invite codes are counted over all nodes', async () => {
  await using here = await startTestApp();
  await using there = await startTestApp({}, here);
  const { id, inviteCode } = await aSession(here, { maxAgents: 16 });
  const attempt = async (app: TestApp, code: string | undefined) =>
    (await app.request('POST', `/api/sessions/${id}/join`, { body: { inviteCode: code } })).status;
  const statuses = await Promise.all(
    Array.from({ length: 14 }, (_, index) => attempt(index % 2 === 0 ? here : there, '0000-0000-0000')),
  );
  expect(statuses.filter((status) => status === 403)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  for (const app of [here, there]) expect(await attempt(app, inviteCode)).toBe(429);
  here.clock.advance(60_000);
  expect(await attempt(there, inviteCode)).toBe(201);
});
