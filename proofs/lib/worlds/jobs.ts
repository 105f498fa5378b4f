import type { Event, File, Job, Pool } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { createSession } from '@pairspace/testkit/service';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseChecks, inspectDatabase } from '../inspect-database.ts';
import { descendantsOf, survivorsOf } from '../process-tree.ts';
import { readAll } from '../read-all.ts';
import { until } from '../until.ts';
import type { World } from './world.ts';

/** All must run before the time ends for which a job may wait, on a busy machine as well. */
const queued = 40;
const begunWithinMs = 60_000;
const drainedWithinMs = 600_000;
const checks = {
  everyEnds: 'a job that was acknowledged has ended, as completed (JOB-11) or lost (JOB-14)',
  once: 'a completed job has one end in the log, and wrote its file once',
  lostTwice: 'a lost job was begun twice, has one end, and wrote nothing',
  gone: 'no process of a killed service is left behind',
  sums: 'what the pool and the agent have used is what their jobs say',
  ran: 'jobs were running when the service was killed',
} as const;

interface State {
  pool: Pool;
  queue: { pending: number; running: number };
  agentUsage: { jobs: number; completed: number; failed: number; credits: number }[];
}

/** The output contains a random number, so that the output of a second run would differ. */
const aJob = () => {
  const path = `out/${randomUUID()}.txt`;
  const code = `import { writeFileSync, mkdirSync } from 'fs';
    let steps = 0;
    for (let i = 0; i < ${String(Math.floor(Math.random() * 2_000_000))}; i++) steps += i % 3;
    mkdirSync('out', { recursive: true });
    writeFileSync(${JSON.stringify(path)}, steps + ' ' + Math.random());`;
  return { type: 'javascript', input: { code, outputs: ['out/*'] }, cost: 5, label: path };
};

/** 40 queued jobs: each takes effect once, or not at all if it met two kills, and no process is left behind. */
export const jobs: World = {
  // Each node has runtimes of its own. Two nodes are enough for a takeover.
  nodes: 2,
  constants: { computePollMs: 100 },
  limits: { filesPerSession: 1_000_000 },
  async setUp({ service, verdict, folder, databaseUrl }) {
    const session = await createSession(service.url);
    const { url, token } = session;
    const body = { totalCredits: 1_000_000, maxConcurrentJobs: 16, maxQueuedJobs: 10_000 };
    await call<Pool>(`${url}/compute`, { token, body });
    const state = (): Promise<State> => call<State>(`${url}/compute`, { token });
    const acknowledged: string[] = [];
    const fill = async (): Promise<void> => {
      const missing = queued - (await state()).queue.pending;
      const submit = async () =>
        acknowledged.push((await call<Job>(`${url}/compute/jobs`, { token, body: aJob() })).id);
      for (let sent = 0; sent < missing; sent += 20)
        await Promise.all(Array.from({ length: Math.min(20, missing - sent) }, submit));
    };
    let children: ReturnType<typeof descendantsOf> = [];
    const expectGone = async (): Promise<void> => {
      const left = await survivorsOf(children, 5000);
      verdict.expect(checks.gone, left.length === 0, () => JSON.stringify(left));
    };

    const judgeJob = (job: Job | undefined, statuses: readonly string[], file: File | undefined): void => {
      const isLost = job?.error?.reason === 'lost';
      const told = (): string => `${String(job?.id)}: ${statuses.join(' ')}, file ${JSON.stringify(file)}`;
      verdict.expect(checks.everyEnds, job?.status === 'completed' || isLost, told);
      const ends = statuses.filter((status) => status !== 'pending' && status !== 'running').length;
      if (job?.status === 'completed') {
        const isOnce = ends === 1 && file?.version === 1 && file.contentHash === job.outputs[0]?.contentHash;
        verdict.expect(checks.once, isOnce, told);
      }
      const begun = statuses.filter((status) => status === 'running').length;
      if (isLost) verdict.expect(checks.lostTwice, ends === 1 && begun === 2 && !file, told);
    };

    return {
      async untilKill(round) {
        await fill();
        // The runtime passes its self-test after each start first.
        const isBegun = await until(async () => (await state()).queue.running > 0, begunWithinMs);
        if (!isBegun) throw new Error('No job begins.');
        await pause(Math.random() * 600);
        children = descendantsOf(service.inTurn(round).pid);
        verdict.expect(checks.ran, children.length > 0, () => `round ${String(round)}: the service had no child`);
      },
      whileAway: expectGone,
      afterRestart() {
        if (databaseUrl === undefined) inspectDatabase(join(folder, 'pairspace.sqlite'), [], verdict);
        return Promise.resolve();
      },
      async judge() {
        const isDrained = async () => Object.values((await state()).queue).every((jobs) => jobs === 0);
        if (!(await until(isDrained, drainedWithinMs))) throw new Error('The queue does not drain.');
        const all = new Map((await readAll<Job>(session, 'compute/jobs')).map((job) => [job.id, job]));
        const files = new Map((await readAll<File>(session, 'files')).map((file) => [file.path, file]));
        const log = await readAll<Event>(session, 'events?since=0');
        const told = Map.groupBy(log, ({ event, data }) => (event === 'job.updated' ? data.id : ''));
        for (const id of acknowledged) {
          const job = all.get(id);
          const statuses = (told.get(id) ?? []).map(({ data }) => (data as Job).status);
          judgeJob(job, statuses, files.get(job?.label ?? ''));
        }
        const ended = [...all.values()];
        const used = ended.reduce((sum, { credits }) => sum + Math.round(credits * 1000), 0) / 1000;
        const completed = ended.filter(({ status }) => status === 'completed').length;
        const failed = ended.length - completed;
        const { pool, agentUsage } = await state();
        const [{ jobs: count, ...usage } = { jobs: 0 }] = agentUsage;
        const found = { reserved: pool.reservedCredits, used: pool.usedCredits, count, ...usage };
        const expected = { reserved: 0, used, count: ended.length, completed, failed, credits: used };
        const isSame = Object.entries(expected).every(([name, value]) => found[name as keyof typeof found] === value);
        verdict.expect(checks.sums, isSame, () => `${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
        children = service.running().flatMap(({ pid }) => descendantsOf(pid));
        await service.stop();
        await expectGone();
        const again = ended.filter(({ attempt }) => attempt > 1).length;
        const did =
          `${String(completed)} jobs completed, ${String(again)} of all at their second attempt, ` +
          `${String(failed)} lost to two kills`;
        const [integrity, unbroken] = databaseChecks;
        const { lostTwice, ...always } = checks;
        const ofLost = ended.some(({ error }) => error?.reason === 'lost') ? [lostTwice] : [];
        const inDatabase = databaseUrl === undefined ? [integrity, unbroken] : [];
        return { did, checks: [...Object.values(always), ...ofLost, ...inDatabase] };
      },
    };
  },
};
