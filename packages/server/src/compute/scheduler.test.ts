import { defaultLimits, type Job } from '@pairspace/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AgentCaller } from '../access/caller.ts';
import type { Storage, Transaction } from '../storage/storage.ts';
import { aSession } from '../testing/a-session.ts';
import { openBeside } from '../testing/open-beside.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { onPostgres } from '@pairspace/testkit/test-database';
import { claimJob, type LeaseRef } from './leases.ts';
import { endJob } from './end-job.ts';
import { submitJob } from './submit-job.ts';

interface Arrival {
  atMs: number;
  agent: string;
  tookMs: number;
}

interface Story {
  /** How long each job waited, and how much of the slots was had, by agent. */
  waits: Map<string, number[]>;
  usedMs: (agent: string, fromMs: number, toMs: number) => number;
  /** The work that was waiting at that time. */
  backlog: (agent: string, atMs: number) => number;
}

const slots = 2;
const rules = {
  backend: { mode: 'workers' } as const,
  limits: defaultLimits,
  queueTtlMs: 86_400_000,
};
const outputRules = { pathBytes: 512, writeOutputs: () => Promise.resolve([]) };

let app: TestApp;
let storage: Storage;
/** The submitted work, over all runs on one service. */
let submitted: Map<string, Arrival>;
beforeEach(async () => {
  app = await startTestApp({ computePollMs: 3_600_000, watchPauseMs: 3_600_000 });
  storage = await openBeside(app);
  submitted = new Map();
});
afterEach(async () => {
  await storage[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

const caller = (sessionId: string, agentId: string): AgentCaller => ({
  kind: 'agent',
  sessionId,
  agentId,
  agentName: agentId,
  role: 'partner',
  issuedToCreator: false,
});

/** A job without a seat would have no turn. */
const submit = async (tx: Transaction, sessionId: string, agentId: string): Promise<Job> => {
  await tx.run`
    insert into seat (session_id, agent_id, agent_name, role, recovery_hash, position, joined_at)
    values (${sessionId}, ${agentId}, ${agentId}, 'partner', '', 3, ${tx.now}) on conflict (session_id, agent_id) do nothing
  `;
  return submitJob(tx, caller(sessionId, agentId), { type: 'sim', cost: 0 }, rules);
};

const aPool = async (): Promise<string> => {
  const { id, creator } = await aSession(app);
  await creator('POST', '/compute', {
    body: { provider: 'worker', totalCredits: 1_000_000, maxConcurrentJobs: 1000, maxQueuedJobs: 10_000 },
  });
  return id;
};

/** Two slots, event by event, on the queue itself: what happens is decided by the database alone. */
const play = async (
  arrivals: readonly Arrival[],
  sessionOf: (agent: string) => string,
  untilMs: number,
): Promise<Story> => {
  const due = arrivals.toSorted((a, b) => a.atMs - b.atMs);
  const running: { lease: LeaseRef; agent: string; startMs: number; endMs: number }[] = [];
  const done: { agent: string; startMs: number; endMs: number; atMs: number }[] = [];
  const begin = app.clock.now();
  let at = 0;
  let next = 0;
  const fill = async (): Promise<void> => {
    while (running.length < slots) {
      const lease = await storage.write(
        (tx) => claimJob(tx, { types: ['sim'], worker: 'sim', holder: null, leaseMs: 86_400_000 }),
        { concurrent: true },
      );
      if (!lease) return;
      const { tookMs, agent } = submitted.get(lease.jobId) ?? { tookMs: 1000, agent: 'before' };
      running.push({ lease, agent, startMs: at, endMs: at + tookMs });
    }
  };
  for (;;) {
    const times = [due[next]?.atMs ?? Infinity, ...running.map(({ endMs }) => endMs)];
    at = Math.min(...times);
    if (at > untilMs || at === Infinity) break;
    app.clock.advance(begin + at - app.clock.now());
    for (const one of running.filter(({ endMs }) => endMs <= at)) {
      running.splice(running.indexOf(one), 1);
      const { lease, agent, startMs, endMs } = one;
      const key = { sessionId: lease.sessionId, id: lease.jobId, leaseId: lease.leaseId };
      await storage.write(
        (tx) =>
          endJob(
            tx,
            key,
            {
              failure: null,
              exitCode: 0,
              stdout: '',
              stderr: '',
              stdoutTruncated: false,
              stderrTruncated: false,
              result: null,
              usage: { wallMs: endMs - startMs },
              credits: 0,
            },
            outputRules,
          ),
        { session: key.sessionId },
      );
      done.push({ agent, startMs, endMs, atMs: submitted.get(lease.jobId)?.atMs ?? NaN });
    }
    const arriving: Arrival[] = [];
    for (let one = due[next]; one && one.atMs <= at; one = due[next]) {
      arriving.push(one);
      next++;
    }
    const jobs = await Promise.all(
      arriving.map(({ agent }) => {
        const session = sessionOf(agent);
        return storage.write((tx) => submit(tx, session, agent), { session });
      }),
    );
    arriving.forEach((arrival, index) => submitted.set(jobs[index]?.id ?? '', arrival));
    await fill();
  }
  const all = [...done, ...running.map((one) => ({ ...one, atMs: submitted.get(one.lease.jobId)?.atMs ?? NaN }))];
  const waits = new Map<string, number[]>();
  for (const { agent, startMs, atMs } of all) waits.set(agent, [...(waits.get(agent) ?? []), startMs - atMs]);
  const overlap = (start: number, end: number, from: number, to: number): number =>
    Math.max(0, Math.min(end, to) - Math.max(start, from));
  return {
    waits,
    usedMs: (agent, from, to) =>
      all
        .filter((one) => one.agent === agent)
        .reduce((sum, { startMs, endMs }) => sum + overlap(startMs, endMs, from, to), 0),
    backlog: (agent, atMs) =>
      arrivals.filter((one) => one.agent === agent && one.atMs <= atMs).length -
      all.filter((one) => one.agent === agent && one.startMs <= atMs).length,
  };
};

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const flood = (jobs: number) => times(jobs, () => ({ atMs: 0, agent: 'A', tookMs: 1000 }));

describe.each(['agents of one session', 'sessions'])('between %s', (between) => {
  let sessions: Map<string, string>;
  beforeEach(async () => {
    const shared = await aPool();
    sessions = new Map([
      ['A', shared],
      ['B', between === 'sessions' ? await aPool() : shared],
      ['C', between === 'sessions' ? await aPool() : shared],
    ]);
  });
  const sessionOf = (agent: string): string => sessions.get(agent) ?? '';

  test('[JOB-16] beside a flood of jobs, one that comes now and then waits at most half a second', async () => {
    const trickle = times(5, (index) => ({ atMs: 500 + index * 5000, agent: 'B', tookMs: 1000 }));
    const { waits } = await play([...flood(50), ...trickle], sessionOf, 30_000);
    expect(waits.get('B')).toHaveLength(5);
    expect(Math.max(...(waits.get('B') ?? []))).toBeLessThanOrEqual(500);
  });

  test('[JOB-16] jobs of 8 s and jobs of half a second have equal time while both wait', async () => {
    const heavy = times(12, () => ({ atMs: 0, agent: 'A', tookMs: 8000 }));
    const light = times(80, () => ({ atMs: 0, agent: 'B', tookMs: 500 }));
    const { usedMs, backlog } = await play([...heavy, ...light], sessionOf, 32_000);
    expect(backlog('A', 32_000)).toBeGreaterThan(0);
    expect(backlog('B', 32_000)).toBeGreaterThan(0);
    expect(Math.abs(usedMs('A', 0, 32_000) - usedMs('B', 0, 32_000))).toBeLessThanOrEqual(16_000);
  });

  test('[JOB-16] who comes late to a long queue has half at once, and no more', async () => {
    const late = times(20, () => ({ atMs: 15_000, agent: 'C', tookMs: 1000 }));
    const { waits, usedMs } = await play([...flood(60), ...late], sessionOf, 40_000);
    expect(waits.get('C')?.[0]).toBeLessThanOrEqual(1000);
    expect(usedMs('C', 15_000, 30_000)).toBeGreaterThan(13_000);
    expect(usedMs('C', 15_000, 30_000)).toBeLessThan(17_000);
  });
});

test('[JOB-16] of 20 sessions with long queues, none waits longer than its share by more than one job', async () => {
  const names = times(20, (index) => `agent-${String(index)}`);
  const sessions = new Map<string, string>();
  for (const name of names) sessions.set(name, await aPool());
  const jobs = names.flatMap((agent) => times(5, () => ({ atMs: 0, agent, tookMs: 1000 })));
  const { waits } = await play(jobs, (agent) => sessions.get(agent) ?? '', 60_000);
  const roundMs = (names.length * 1000) / slots;
  for (const name of names) {
    const began = waits.get(name) ?? [];
    expect(began).toHaveLength(5);
    for (const [index, wait] of began.entries()) expect(wait).toBeLessThanOrEqual(index * roundMs + roundMs + 1000);
  }
});

test(
  '[JOB-16] two choose at the same time: the turns of two sessions, and neither waits for the other',
  onPostgres,
  async () => {
    const sessions = [await aPool(), await aPool()];
    for (const id of [...sessions, ...sessions]) await storage.write((tx) => submit(tx, id, 'A'));
    const ended: string[] = [];
    const claimed = Promise.withResolvers<void>();
    const choose = (name: string, then: (tx: Transaction) => Promise<unknown>) =>
      storage.write(
        async (tx) => {
          const lease = await claimJob(tx, { types: ['sim'], worker: name, holder: null, leaseMs: 60_000 });
          await then(tx);
          ended.push(name);
          return lease?.sessionId;
        },
        { concurrent: true },
      );
    const slow = choose('slow', async (tx) => {
      claimed.resolve();
      await tx.get`select pg_sleep(2) is null as slept`;
    });
    await claimed.promise;
    const quick = choose('quick', () => Promise.resolve());
    expect(new Set(await Promise.all([slow, quick]))).toEqual(new Set(sessions));
    expect(ended).toEqual(['quick', 'slow']);
  },
);

test('[JOB-16] who could not have a turn for long does not take all of them afterwards', async () => {
  const [busy, paused] = [await aPool(), await aPool()];
  const sessionOf = (agent: string): string => (agent === 'A' ? busy : paused);
  const status = (value: string) =>
    storage.write((tx) => tx.run`update session set status = ${value} where id = ${paused}`);
  await storage.write((tx) => submit(tx, paused, 'B'));
  await status('paused');
  await play(flood(40), sessionOf, 24_000);
  await status('active');
  const more = times(60, () => ({ atMs: 0, agent: 'B', tookMs: 1000 }));
  const { usedMs } = await play([...flood(60), ...more], sessionOf, 36_000);
  expect(usedMs('A', 0, 36_000)).toBeGreaterThan(27_000);
});
