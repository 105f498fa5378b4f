import { createClient } from '@pairspace/client';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { SeatStore } from '../seats/seat-store.ts';
import { keepSeatsReachable } from './keep-seats-reachable.ts';
import { ReachFiles } from './reach-files.ts';
import { passTimeByTurns } from './testing/pass-time.ts';
import { openSession, programFolder, removeFolder } from './testing/program-under-test.ts';
import { ranks, type WakeAdapter } from './wake-adapter.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  passTimeByTurns();
  ({ folder } = await programFolder({}));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await removeFolder(folder);
});
afterAll(() => app[Symbol.asyncDispose]());

/** For a busy machine. */
const within = { timeout: 120_000 };
const timing = { collectMs: 20, graceMs: 400, lookMs: 20, lostMs: 5000, heartbeatMs: 100, canaryMs: 20 };

let made = 0;
/** Bob, who holds an agent key, in some sessions, and what keeps him reachable in them. */
const bobIn = async (sessions: number) => {
  const agentId = `bob-${String(made++)}`;
  const stranger = createClient({ baseUrl: app.url });
  const { agentKey: key = '' } = await stranger.saveProfile({ agentId, protect: true });
  const identity = { key: 'custom:x', program: 'custom' } as const;
  const seats = new SeatStore(join(folder, 'seats'));
  const woken: string[] = [];
  const adapter: WakeAdapter = {
    via: 'socket',
    mode: 'idle',
    rank: ranks.direct,
    check: () => Promise.resolve('listens'),
    wake: (pointer) => {
      woken.push(pointer);
      return Promise.resolve(undefined);
    },
  };
  const joinOne = async () => {
    const { ada, sessionId, link } = await openSession(app.url);
    const inviteCode = link.split('/').at(-1) ?? '';
    const joined = await createClient({ baseUrl: app.url, token: key }).joinSession({ sessionId, inviteCode });
    await seats.take({
      service: app.url,
      sessionId,
      sessionName: 'Plan',
      kind: 'agent',
      agentId,
      agentName: agentId,
      token: joined.agentToken,
      identity: identity.key,
      takenAt: new Date().toISOString(),
    });
    const say = (): Promise<unknown> => ada.postMessage({ sessionId, content: `@${agentId} Hello` });
    return { sessionId, say, ada };
  };
  const joined = await Promise.all(Array.from({ length: sessions }, joinOne));
  return { key, identity, seats, adapter, woken, joined, join: joinOne };
};

test('[DOOR-13] the seats of an agent key in which all is read share one wait', async () => {
  const { key, identity, seats, adapter, woken, joined, join: joinAnother } = await bobIn(3);
  const open = new Set<string>();
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    const isWait = (searchParams.get('wait') ?? '0') !== '0';
    const name = pathname.endsWith('/me/inbox') ? (searchParams.get('sessions') ?? '') : pathname;
    if (isWait) open.add(name);
    try {
      return await fetch(input, init);
    } finally {
      if (isWait) open.delete(name);
    }
  });
  const stop = new AbortController();
  const files = new ReachFiles(join(folder, 'seats'));
  const around = { identity, seats, files, adapters: [adapter], timing, signal: stop.signal };
  const running = keepSeatsReachable({ ...around, keyAt: () => key });
  const expectShared = (of: { sessionId: string }[], alone: { sessionId: string }[]) =>
    vi.waitFor(() => {
      const shared = [...open].filter((name) => !name.startsWith('/')).map((name) => name.split(',').sort());
      expect(shared).toEqual([of.map(({ sessionId }) => sessionId).sort()]);
      expect(open.size).toBe(1 + alone.length);
      for (const { sessionId } of alone)
        expect([...open].some((name) => name.includes(`${sessionId}/inbox`))).toBe(true);
    }, within);
  await expectShared(joined, []);
  const [first, ...others] = joined;
  if (!first) throw new Error('no session');
  await first.say();
  await vi.waitFor(() => {
    expect(woken).toEqual([expect.stringContaining(first.sessionId)]);
  }, within);
  // The agent has not read it: the seat waits for what is newer by itself.
  await expectShared(others, [first]);
  await first.say();
  await vi.waitFor(() => {
    expect(woken).toHaveLength(2);
  }, within);
  const late = await joinAnother();
  await expectShared([...others, late], [first]);
  await late.say();
  await vi.waitFor(() => {
    expect(woken.filter((pointer) => pointer.includes(late.sessionId))).toHaveLength(1);
  }, within);
  stop.abort();
  await running;
});

test('[DOOR-13] where the key ends, or is of somebody else, each seat waits for itself', async () => {
  const { key, identity, seats, adapter, woken, joined } = await bobIn(2);
  const { key: foreign } = await bobIn(0);
  const files = new ReachFiles(join(folder, 'seats'));
  for (const [index, keyOfProgram] of [foreign, `agk_${'a'.repeat(43)}`].entries()) {
    const stop = new AbortController();
    const around = { identity, seats, files, adapters: [adapter], timing, signal: stop.signal };
    const running = keepSeatsReachable({ ...around, keyAt: () => keyOfProgram });
    await joined[index]?.say();
    await vi.waitFor(() => {
      expect(woken.filter((pointer) => pointer.includes(joined[index]?.sessionId ?? ''))).not.toEqual([]);
    }, within);
    stop.abort();
    await running;
  }
  expect(key).not.toBe(foreign);
});

test('[DOOR-13] a seat is followed after it was recovered, and after its session was opened again', async () => {
  const { key, identity, seats, adapter, woken, joined } = await bobIn(1);
  const [first] = joined;
  const [seat] = await seats.list();
  if (!first || !seat) throw new Error('no seat');
  const { ada, sessionId, say } = first;
  const files = new ReachFiles(join(folder, 'seats'));
  const stop = new AbortController();
  const around = { identity, seats, files, adapters: [adapter], timing, signal: stop.signal, reopenCheckMs: 100 };
  const running = keepSeatsReachable({ ...around, keyAt: () => undefined });
  const expectWoken = async (times: number) => {
    await vi.waitFor(async () => {
      expect((await files.adapters(seat)).filter(({ works }) => works)).toHaveLength(1);
    }, within);
    await say();
    await vi.waitFor(() => {
      expect(woken).toHaveLength(times);
    }, within);
  };
  await expectWoken(1);
  const { agentToken: token } = await createClient({ baseUrl: app.url, token: key }).recoverAgent({ sessionId });
  await seats.save({ ...seat, token });
  await expectWoken(2);
  const bob = createClient({ baseUrl: app.url, token });
  const { lastSeq } = await bob.getSession({ sessionId });
  await bob.movePosition({ sessionId, seq: lastSeq });
  await ada.updateSession({ sessionId, status: 'completed' });
  await vi.waitFor(async () => {
    expect((await files.adapters(seat)).filter(({ works }) => works)).toEqual([]);
  }, within);
  await ada.updateSession({ sessionId, status: 'active' });
  await expectWoken(3);
  stop.abort();
  await running;
});

test('[DOOR-13] a seat is tried again after an error of its files', async () => {
  const { identity, seats, adapter, woken, joined } = await bobIn(1);
  const stop = new AbortController();
  const files = new ReachFiles(join(folder, 'seats'));
  vi.spyOn(files, 'adapter').mockRejectedValueOnce(new Error('EIO: i/o error'));
  const around = { identity, seats, files, adapters: [adapter], timing, signal: stop.signal, reopenCheckMs: 100 };
  const running = keepSeatsReachable({ ...around, keyAt: () => undefined });
  await joined[0]?.say();
  await vi.waitFor(() => {
    expect(woken).toHaveLength(1);
  }, within);
  stop.abort();
  await running;
});
