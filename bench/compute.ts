import { createClient } from '@pairspace/client';
import type { Job } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import { median, quantile } from '@pairspace/testkit/statistics';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { contest, loadRound, medianOf, roundsDetail } from './lib/contest.ts';
import { atLeast, atMost, figure } from './lib/figures.ts';
import { memoryOfTree, type ProcessMemory } from './lib/memory-of-tree.ts';
import { readOptions } from './lib/options.ts';
import { timed } from './lib/other-client.ts';
import { pythonLoops } from './lib/python-loops.ts';
import { report } from './lib/report.ts';
import { sentences } from './lib/sentences.ts';

const question = `What does a job cost, and how soon is what it writes seen? The time from the POST of a job to its result, with a
child that waits for it. Then JavaScript jobs five times a second, of which each writes the time three times, 0.4 s apart,
and one live stream of the session compares it with the time when the frame is there. Then messages of 300 characters from
64 connections alone and beside jobs that are handed in at a steady rate, each in a fresh process, by turns. Python's time
for four loops against that of the machine's own interpreter, the shortest of the rounds each. And what the idle service
and its children hold, each process counted with its share of what it has in common with others.`;

const options = readOptions();
const { quick } = options;
type Program = 'javascript' | 'python';
const programs: Record<Program, string> = { javascript: 'console.log(6 * 7)', python: 'print(6 * 7)' };
/** The offered rate is a little above the goal, because a round is short. */
const offered: Record<Program, number> = { javascript: 5.1, python: 2.05 };
const asked: Record<Program, number> = { javascript: 5, python: 2 };
const titles = { javascript: 'JavaScript', python: 'Python' } as const;
const types = ['javascript', 'python'] as const;
/** The time in which a child for the next job has booted. */
const bootedWithinMs: Record<Program, number> = { javascript: 750, python: 2000 };
/** The time after which jobs end as fast as they are submitted. */
const leadInMs = 2500;

await using scratch = await scratchFolder(options.folder);
const start = (name: string, compute: 'on' | 'off' = 'on') =>
  startService({ folder: join(scratch.path, name), file: options.server, env: { PAIRSPACE_COMPUTE: compute } });
await using service = await start('service');

const openPool = async (url: string): Promise<OpenSession> => {
  const session = await createSession(url);
  const body = { totalCredits: 1_000_000, maxConcurrentJobs: 16, maxQueuedJobs: 10_000 };
  await call(`${session.url}/compute`, { token: session.token, body });
  return session;
};
const session = await openPool(service.url);

const submit = (type: Program, code: string, { url, token }: OpenSession = session): Promise<Job> =>
  call<Job>(`${url}/compute/jobs`, { token, body: { type, input: { code } } });
const untilEnded = async (id: string, { url, token }: OpenSession = session): Promise<Job> => {
  const job = await call<Job>(`${url}/compute/jobs/${id}?wait=50`, { token });
  if (job.status !== 'completed')
    throw new Error(`A job of the benchmark is ${job.status}: ${job.error?.message ?? ''}`);
  return job;
};
const runJob = async (type: Program, code = programs[type], place = session): Promise<Job> =>
  untilEnded((await submit(type, code, place)).id, place);

const timeJobs = async (type: Program): Promise<number[]> => {
  await runJob(type);
  const times: number[] = [];
  while (times.length < (quick ? 5 : 25)) {
    await pause(bootedWithinMs[type]);
    times.push(await timed(() => runJob(type)));
  }
  return times;
};

/** The time in milliseconds from the writing of each line to the arrival of its frame, for all jobs. */
const timeLines = async (jobs: number): Promise<number[]> => {
  const late: number[] = [];
  const stop = new AbortController();
  const lines = new Map<string, string>();
  const opened = Promise.withResolvers<undefined>();
  const listen = async (): Promise<void> => {
    const events = createClient({ baseUrl: service.url, token: session.token }).followEvents({
      sessionId: session.id,
      since: 0,
      signal: stop.signal,
      onConnection: () => {
        opened.resolve(undefined);
      },
      onTransient: (frame) => {
        if (frame.event !== 'job.output') return;
        const parts = `${lines.get(frame.data.jobId) ?? ''}${frame.data.text}`.split('\n');
        lines.set(frame.data.jobId, parts.pop() ?? '');
        late.push(...parts.map((part) => Date.now() - Number(part)));
      },
    });
    for await (const event of events) if (event.event === 'session.deleted') return;
  };
  const listening = listen();
  await opened.promise;
  const code = `for (let line = 0; line < 3; line++) {
    console.log(Date.now());
    await new Promise((resolve) => setTimeout(resolve, 400));
  }`;
  const ids: string[] = [];
  for (let job = 0; job < jobs; job++) {
    ids.push((await submit('javascript', code)).id);
    await pause(200);
  }
  for (const id of ids) await untilEnded(id);
  stop.abort();
  await listening;
  return late;
};

const speaking = await createSession(service.url);
const sendMessages = () =>
  loadRound(
    {
      places: [{ url: `${speaking.url}/messages`, token: speaking.token }],
      body: { content: sentences },
      connections: 64,
      seconds: quick ? 3 : 6,
    },
    service.pid,
  );

/** The number of jobs that ended per second in an interval. */
const endedPerSecond = async (from: number, to: number): Promise<number> => {
  const { items } = await call<{ items: Job[] }>(`${session.url}/compute/jobs?status=completed&limit=200`, {
    token: session.token,
  });
  const ends = items.map(({ finishedAt }) => Date.parse(finishedAt ?? '')).filter((end) => end > from && end <= to);
  return ((ends.length - 1) * 1000) / (Math.max(...ends) - Math.min(...ends));
};

/** Messages while jobs are submitted at a steady rate, from a while before them to their end. */
const sendBeside = async (type: Program) => {
  const submitted: Promise<Job>[] = [];
  const timer = setInterval(() => submitted.push(submit(type, programs[type])), 1000 / offered[type]);
  await pause(leadInMs);
  const begin = Date.now();
  const round = await sendMessages();
  clearInterval(timer);
  const jobsPerSecond = await endedPerSecond(begin, Date.now());
  for (const { id } of await Promise.all(submitted)) await untilEnded(id);
  return { ...round, jobsPerSecond };
};

const measureIdleMemory = async (compute: 'on' | 'off'): Promise<ProcessMemory[]> => {
  await using idle = await start(`idle-${compute}`, compute);
  if (compute === 'on') {
    const place = await openPool(idle.url);
    for (const type of types) await runJob(type, programs[type], place);
  }
  await pause(quick ? 5000 : 10_000);
  return memoryOfTree(idle.pid);
};

/** The shortest times in milliseconds of each loop, because other load on the machine disturbs them least. */
const timeLoops = async () => {
  const shortest = new Map<string, { sandboxMs: number; machineMs: number }>();
  for (let round = 0; round < (quick ? 1 : 5); round++) {
    const machine = execFileSync('/usr/bin/python3', ['-c', pythonLoops], { encoding: 'utf8' });
    const { stdout } = await runJob('python', pythonLoops);
    const [ofMachine, ofSandbox] = [machine, stdout].map((text) => JSON.parse(text) as Record<string, number>) as [
      Record<string, number>,
      Record<string, number>,
    ];
    for (const [name, ms] of Object.entries(ofMachine)) {
      const { sandboxMs = Infinity, machineMs = Infinity } = shortest.get(name) ?? {};
      shortest.set(name, {
        sandboxMs: Math.min(sandboxMs, ofSandbox[name] ?? NaN),
        machineMs: Math.min(machineMs, ms),
      });
    }
  }
  return [...shortest].map(([name, times]) => ({ name, ...times }));
};

const jobTimes = { javascript: await timeJobs('javascript'), python: await timeJobs('python') };
const lineJobs = quick ? 10 : 100;
const late = await timeLines(lineJobs);
const rounds = await contest(
  {
    alone: async () => ({ ...(await sendMessages()), jobsPerSecond: 0 }),
    javascript: () => sendBeside('javascript'),
    python: () => sendBeside('python'),
  },
  quick ? 1 : 5,
);
const loops = await timeLoops();
const [idleOn, idleOff] = [await measureIdleMemory('on'), await measureIdleMemory('off')];
const sumMb = (processes: readonly ProcessMemory[]): number => processes.reduce((sum, { mb }) => sum + mb, 0);
const never = [{ atMost: 0 }, { atMost: 0 }] as const;

await report(options, {
  name: 'compute',
  question,
  figures: [
    ...types.map((type) => figure(`${titles[type]} through the API: p50`, median(jobTimes[type]), 'ms')),
    figure('a line is in the stream: p50', quantile(late, 0.5), 'ms'),
    figure('a line is in the stream: p99', quantile(late, 0.99), 'ms', ...atMost(300, 3000)),
    figure('lines that were lost', lineJobs * 3 - late.length, '', ...never),
    figure('messages alone', medianOf(rounds.alone, 'perSecond'), '/s'),
    figure('messages alone: p99', medianOf(rounds.alone, 'p99Ms'), 'ms'),
    ...types.flatMap((type) => [
      figure(
        `${titles[type]} jobs beside messages`,
        medianOf(rounds[type], 'jobsPerSecond'),
        '/s',
        ...atLeast(asked[type], asked[type] / 10),
      ),
      figure(
        `messages beside ${titles[type]} jobs: share of those alone`,
        medianOf(rounds[type], 'perSecond') / medianOf(rounds.alone, 'perSecond'),
        '×',
        ...atLeast(0.7, 0.2),
      ),
      figure(`messages beside ${titles[type]} jobs: p99`, medianOf(rounds[type], 'p99Ms'), 'ms', ...atMost(100, 2000)),
    ]),
    ...loops.map(({ name, sandboxMs, machineMs }) =>
      figure(`Python, ${name}`, sandboxMs / machineMs, '× the machine’s own', ...atMost(3, 15)),
    ),
    figure('idle with a warm child of JavaScript and of Python', sumMb(idleOn), 'MB', ...atMost(350, 500)),
    figure('idle without compute', sumMb(idleOff), 'MB'),
    figure('processes below a service without compute', idleOff.length - 1, '', ...never),
  ],
  details: [roundsDetail('Rounds of messages', rounds)],
});
