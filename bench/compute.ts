import type { Job } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import { quantile } from '@pairspace/testkit/statistics';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { medianOf } from './lib/contest.ts';
import { loadRound, type Round } from './lib/load.ts';
import { memoryOfTree, type ProcessMemory } from './lib/memory-of-tree.ts';
import { readOptions } from './lib/options.ts';
import { report } from './lib/report.ts';
import { sentences } from './lib/sentences.ts';
import { type Program, programs, timeInSandbox } from './lib/time-in-sandbox.ts';
import { until } from './lib/until.ts';

const question = `What does a job cost? The time from a job to its result with a child that waits for it, asked of the
sandbox itself and of the API (POST of the job, then GET with wait). Then messages of 300 characters from 64 connections
alone and beside jobs that are handed in at a steady rate, each in a fresh process, by turns. Python's time for
four loops against that of the machine's own interpreter, the shortest of five each. And what the idle service and its children hold,
each process counted with its share of what it has in common with others.`;

const options = readOptions();
const { quick } = options;
await using scratch = await scratchFolder(options.folder);

/** The offered rate is a little above the goal, because a round is short. */
const offered: Record<Program, number> = { javascript: 5.1, python: 2.05 };
const asked: Record<Program, number> = { javascript: 5, python: 2 };
const withinMs: Record<Program, number> = { javascript: 15, python: 50 };
/** The time after which jobs end as fast as they are submitted. */
const leadInMs = 2500;
const repeats = quick ? 5 : 25;
const compute = await timeInSandbox({ cacheFolder: join(scratch.path, 'cache'), repeats, rounds: quick ? 1 : 5 });

await using service = await startService({ folder: join(scratch.path, 'service'), file: options.server });
const session = await createSession(service.url);

const openPool = async ({ url, token }: OpenSession): Promise<void> => {
  await call(`${url}/compute`, {
    token,
    body: { totalCredits: 1_000_000, maxConcurrentJobs: 16, maxQueuedJobs: 10_000 },
  });
};
await openPool(session);

const submit = (type: Program): Promise<Job> =>
  call<Job>(`${session.url}/compute/jobs`, {
    token: session.token,
    body: { type, input: { code: programs[type] }, cost: 1 },
  });
const runJob = async (type: Program): Promise<void> => {
  const { id } = await submit(type);
  const { status } = await call<Job>(`${session.url}/compute/jobs/${id}?wait=30`, { token: session.token });
  if (status !== 'completed') throw new Error(`A job of the benchmark is ${status}.`);
};

/** The time in which a child for the next job has booted; two boots begin after a job. */
const bootedWithinMs: Record<Program, number> = { javascript: 1500, python: 4000 };
const timesOfApi: Record<Program, number[]> = { javascript: [], python: [] };
for (const type of ['javascript', 'python'] as const) {
  await runJob(type);
  for (let repeat = 0; repeat < repeats; repeat++) {
    await pause(bootedWithinMs[type] / 2);
    const begin = performance.now();
    await runJob(type);
    timesOfApi[type].push(performance.now() - begin);
  }
}

/** The number of jobs that ended per second in an interval. */
const endedPerSecond = async (from: number, to: number): Promise<number> => {
  const { items } = await call<{ items: Job[] }>(`${session.url}/compute/jobs?status=completed&limit=200`, {
    token: session.token,
  });
  const ends = items.map(({ finishedAt }) => Date.parse(finishedAt ?? '')).filter((end) => end > from && end <= to);
  return ((ends.length - 1) * 1000) / (Math.max(...ends) - Math.min(...ends));
};

/** Submits jobs at a steady rate, from a while before `during` to its end; returns the number that ended per second. */
const whileJobs = async <Result>(type: Program, during: () => Promise<Result>) => {
  const handedIn: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    handedIn.push(submit(type));
  }, 1000 / offered[type]);
  await pause(leadInMs);
  const begin = Date.now();
  const result = await during();
  clearInterval(timer);
  const perSecond = await endedPerSecond(begin, Date.now());
  await Promise.all(handedIn);
  await until(async () => {
    const { queue } = await call<{ queue: { pending: number; running: number } }>(`${session.url}/compute`, {
      token: session.token,
    });
    return queue.pending + queue.running === 0;
  });
  return { perSecond, result };
};

const speaking = await createSession(service.url);
const messages = (): Promise<Round> =>
  loadRound(
    {
      url: `${speaking.url}/messages`,
      token: speaking.token,
      body: { content: sentences },
      connections: 64,
      seconds: quick ? 3 : 6,
    },
    service.pid,
  );
const alone: Round[] = [];
const beside: Record<Program, { jobsPerSecond: number; round: Round }[]> = { javascript: [], python: [] };
await messages();
for (let round = 0; round < (quick ? 1 : 5); round++) {
  alone.push(await messages());
  for (const type of ['javascript', 'python'] as const) {
    const { perSecond, result } = await whileJobs(type, messages);
    beside[type].push({ jobsPerSecond: perSecond, round: result });
  }
}

const idleMemory = async (type: 'on' | 'off'): Promise<ProcessMemory[]> => {
  await using idle = await startService({
    folder: join(scratch.path, `idle-${type}`),
    file: options.server,
    env: { PAIRSPACE_COMPUTE: type },
  });
  if (type === 'on') {
    const { url, token } = await createSession(idle.url);
    await openPool({ id: '', url, token });
    for (const program of ['javascript', 'python'] as const) {
      const { id } = await call<Job>(`${url}/compute/jobs`, {
        token,
        body: { type: program, input: { code: programs[program] }, cost: 1 },
      });
      await call<Job>(`${url}/compute/jobs/${id}?wait=30`, { token });
    }
  }
  await pause(quick ? 5000 : 10_000);
  return memoryOfTree(idle.pid);
};
const sumMb = (processes: readonly ProcessMemory[]): number => processes.reduce((sum, { mb }) => sum + mb, 0);
const idleOn = await idleMemory('on');
const idleOff = await idleMemory('off');

const aloneRate = medianOf(alone, 'perSecond');
const titles: Record<Program, string> = { javascript: 'JavaScript', python: 'Python' };

await report(
  {
    name: 'compute',
    question,
    figures: [
      ...(['javascript', 'python'] as const).flatMap((type) => [
        {
          name: `${titles[type]} in the sandbox: p50`,
          value: quantile(compute.times[type], 0.5),
          unit: 'ms',
          goal: { atMost: withinMs[type] },
          sanity: { atMost: withinMs[type] * 20 },
        },
        {
          name: `${titles[type]} through the API: p50`,
          value: quantile(timesOfApi[type], 0.5),
          unit: 'ms',
          sanity: { atMost: withinMs[type] * 40 },
        },
      ]),
      { name: 'messages alone', value: aloneRate, unit: '/s' },
      { name: 'messages alone: p99', value: medianOf(alone, 'p99Ms'), unit: 'ms' },
      ...(['javascript', 'python'] as const).flatMap((type) => {
        const rounds = beside[type].map(({ round }) => round);
        return [
          {
            name: `${titles[type]} jobs beside messages`,
            value: quantile(
              beside[type].map(({ jobsPerSecond }) => jobsPerSecond),
              0.5,
            ),
            unit: '/s',
            goal: { atLeast: asked[type] },
            sanity: { atLeast: asked[type] / 10 },
          },
          {
            name: `messages beside ${titles[type]} jobs: share of those alone`,
            value: medianOf(rounds, 'perSecond') / aloneRate,
            unit: '×',
            goal: { atLeast: 0.7 },
            sanity: { atLeast: 0.2 },
          },
          {
            name: `messages beside ${titles[type]} jobs: p99`,
            value: medianOf(rounds, 'p99Ms'),
            unit: 'ms',
            goal: { atMost: 100 },
            sanity: { atMost: 2000 },
          },
        ];
      }),
      ...compute.python.loops.map(({ name, sandboxMs, nativeMs }) => ({
        name: `Python, ${name}`,
        value: sandboxMs / nativeMs,
        unit: '× the machine’s own',
        goal: { atMost: 3 },
        sanity: { atMost: 15 },
      })),
      {
        name: 'Python, all four, processor time with compiling',
        value: compute.python.jobCpuMs / compute.python.nativeMs,
        unit: '× the machine’s own',
      },
      {
        name: 'idle with a warm child of JavaScript and of Python',
        value: sumMb(idleOn),
        unit: 'MB',
        goal: { atMost: 350 },
        sanity: { atMost: 500 },
      },
      { name: 'idle without compute', value: sumMb(idleOff), unit: 'MB' },
      {
        name: 'processes below a service without compute',
        value: idleOff.length - 1,
        unit: '',
        goal: { atMost: 0 },
        sanity: { atMost: 0 },
      },
    ],
    details: [
      {
        title: 'Rounds of messages',
        columns: ['round', 'beside', 'jobs/s', 'messages/s', 'p99 ms'],
        rows: alone.flatMap((round, index) => [
          [index + 1, 'nothing', 0, round.perSecond, round.p99Ms],
          ...(['javascript', 'python'] as const).flatMap((type) => {
            const row = beside[type][index];
            return row ? [[index + 1, titles[type], row.jobsPerSecond, row.round.perSecond, row.round.p99Ms]] : [];
          }),
        ]),
      },
      {
        title: 'Loops of Python',
        columns: ['loop', 'in the sandbox ms', 'on the machine ms'],
        rows: compute.python.loops.map(({ name, sandboxMs, nativeMs }) => [name, sandboxMs, nativeMs]),
      },
      {
        title: 'Processes of the idle service',
        columns: ['process', 'MB'],
        rows: idleOn.map(({ name, mb }) => [name, mb]),
      },
    ],
  },
  options,
);
