import { cpuSeconds, freePort, residentMb, type RunningServer, startServer } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createTestDatabase, testDatabaseUrl } from '@pairspace/testkit/test-database';
import { threadTimes } from '@pairspace/testkit/thread-times';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { checkOut } from './lib/checkout.ts';
import { medianOf } from './lib/contest.ts';
import { atMost, type Figure, figure } from './lib/figures.ts';
import { benchOptions } from './lib/options.ts';
import { report } from './lib/report.ts';
import { ScriptProcess } from './lib/script-process.ts';
import type { UseProcess, Work } from './lib/use-process.ts';

const question = `What does the service do and cost as it is used? 1,000 sessions of three agents with default settings but
for the rate limit; the agents of every fourth session wait at their inboxes and acknowledge what comes; one session in
ten has a webhook. Messages of 300 characters to all sessions by turns, every other one mentions an agent. First they come
at moments that are independent of the answers; then 64 or 16 connections send one after the other, as they do new
sessions, versions of notes of 900 characters, and reads of the newest 50 messages. Processor time includes what the
service does later: deliveries, inboxes, the index. Beside the service runs a server that does the same with nothing
around it (bench/lib/ceiling-server.ts), or with \`--against COMMIT\` that commit. In each round they take turns of half a
second; figures are medians of rounds.`;

const { values: options } = parseArgs({
  options: {
    ...benchOptions,
    against: { type: 'string' },
    /** `postgres` is the server that `npm run with-servers` starts. */
    database: { type: 'string', default: 'sqlite' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    /** A part of the names of the kinds of work; all by default. */
    only: { type: 'string', default: '' },
    /** With `--against`: the least ratio of any throughput, or else of processor time, which other load disturbs less. */
    least: { type: 'string' },
  },
});
const { quick, against } = options;
const rounds = Number(options.rounds ?? (quick ? 1 : 5));
const seconds = Number(options.seconds ?? (quick ? 2 : 5));
/** The number of turns of each contender in a round. */
const turns = Math.max(2, 2 * Math.round(seconds));
const onPostgres = options.database === 'postgres';
if (onPostgres && testDatabaseUrl === undefined) {
  throw new Error('PostgreSQL is missing: npm run with-servers -- npm run bench use -- --database postgres');
}

/** The goals are shares of the ceiling. */
const works: readonly { work: Work; goal?: number }[] = [
  { work: 'messages as they come' },
  { work: 'messages, 64 connections', goal: 0.75 },
  { work: 'messages, 16 connections' },
  { work: 'new sessions', goal: 0.5 },
  { work: 'edits of notes', goal: 0.6 },
  { work: 'pages of 50 messages', goal: 0.6 },
];

interface Contender {
  name: string;
  server: RunningServer;
  users: ScriptProcess<UseProcess>;
}

await using scratch = await scratchFolder(options.folder);
await using held = new AsyncDisposableStack();

/** Resolves when a process has next to nothing left to do. */
const untilQuiet = async (pid: number): Promise<void> => {
  for (let before = -1, now = cpuSeconds(pid); now - before > 0.02;) {
    await pause(500);
    [before, now] = [now, cpuSeconds(pid)];
  }
};

const startContender = async (name: string, file: string): Promise<Contender> => {
  const port = await freePort();
  const isCeiling = file.endsWith('ceiling-server.ts');
  const folder = join(scratch.path, `data-${name}`);
  const env = { PORT: String(port), PAIRSPACE_DATA: folder, PAIRSPACE_RATE_LIMIT: 'off', PAIRSPACE_LOG: 'error' };
  const database = onPostgres ? await createTestDatabase() : undefined;
  if (database) held.defer(database.drop);
  const server = held.use(
    await startServer({
      file,
      port,
      args: isCeiling ? [String(port), folder] : [],
      env: database ? { ...env, DATABASE_URL: database.url, PAIRSPACE_SECRET_KEY: '11'.repeat(32) } : env,
    }),
  );
  const users = held.use(new ScriptProcess<UseProcess>('use-process'));
  await users.call('open', { url: server.url, sessions: quick ? 100 : 1000, isCeiling });
  await untilQuiet(server.pid);
  return { name, server, users };
};

const startOther = async (): Promise<Contender | undefined> => {
  if (against !== undefined) {
    const { name, file } = checkOut(against, held.use(await scratchFolder(tmpdir())).path);
    return startContender(name, file);
  }
  return onPostgres ? undefined : startContender('the ceiling', join(import.meta.dirname, 'lib/ceiling-server.ts'));
};
const ours = await startContender('this', options.server);
const other = await startOther();
const contenders = other ? [ours, other] : [ours];

interface Measured {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the thread that serves, and of the process, for each request. */
  servingUs: number;
  allUs: number;
}

/** A round of all contenders. Their turns are short, so that other load on the machine affects all alike. */
const measure = async (work: Work, round: number): Promise<Measured[]> => {
  const readTimes = ({ server: { pid } }: Contender) => [threadTimes(pid).cpuMs * 1e3, cpuSeconds(pid) * 1e6] as const;
  const before = contenders.map(readTimes);
  for (let turn = 0; turn < turns; turn++) {
    for (const { users } of (turn + round) % 2 === 0 ? contenders : contenders.toReversed())
      await users.call('run', { work, seconds: seconds / turns });
  }
  const measured: Measured[] = [];
  for (const [index, contender] of contenders.entries()) {
    await untilQuiet(contender.server.pid);
    const { count, ...times } = await contender.users.call('collect', undefined);
    const [servingUs = NaN, allUs = NaN] = readTimes(contender).map(
      (us, at) => (us - (before[index]?.[at] ?? NaN)) / count,
    );
    measured.push({ ...times, servingUs, allUs });
  }
  return measured;
};

const columns: readonly [key: keyof Measured, name: string][] = [
  ['perSecond', '/s'],
  ['p50Ms', 'p50, ms'],
  ['p99Ms', 'p99, ms'],
  ['servingUs', 'processor time of the serving thread, µs'],
  ['allUs', 'processor time of all threads, µs'],
];
const figures: Figure[] = [];
const rows: (string | number)[][] = [];
for (const { work, goal } of works.filter(({ work }) => work.includes(options.only))) {
  const mine: Measured[] = [];
  const others: Measured[] = [];
  for (let round = 0; round <= rounds; round++) {
    const [one, another] = await measure(work, round);
    // The first round is a warm-up.
    if (round === 0) continue;
    if (one) mine.push(one);
    if (another) others.push(another);
  }
  for (const [key, name] of columns) {
    const [value, otherValue] = [medianOf(mine, key), medianOf(others, key)];
    const ratios = others.map((one, round) => (mine[round]?.[key] ?? NaN) / one[key]);
    const compared = other ? [otherValue, value / otherValue, Math.min(...ratios), Math.max(...ratios)] : [];
    rows.push([work, name, value, ...compared]);
  }
  // Their rate is given.
  if (work === 'messages as they come') continue;
  const perSecond = medianOf(mine, 'perSecond');
  figures.push(figure(work, perSecond, '/s'));
  if (work === 'messages, 64 connections')
    figures.push(figure(`${work}: p99`, medianOf(mine, 'p99Ms'), 'ms', ...atMost(50, 5000)));
  if (other) {
    const bound = options.least === undefined ? undefined : { atLeast: Number(options.least) };
    const shareOfCeiling = goal === undefined ? undefined : { atLeast: goal };
    const bounds = against === undefined ? [shareOfCeiling, { atLeast: 0.02 }] : [bound, bound];
    const rate = perSecond / medianOf(others, 'perSecond');
    const thrift = medianOf(others, 'servingUs') / medianOf(mine, 'servingUs');
    const value = against === undefined ? rate : Math.max(rate, thrift);
    figures.push(figure(`${work}, of ${other.name}`, value, '×', ...bounds));
  }
}
const [memory = NaN, otherMemory = NaN] = contenders.map(({ server }) => residentMb(server.pid).now);
rows.push(['after all', 'resident memory, MB', memory, ...(other ? [otherMemory, memory / otherMemory, '', ''] : [])]);

// Figures of the page are those beside the ceiling.
await report(
  { ...options, quick: quick || against !== undefined || onPostgres || options.only !== '' },
  {
    name: 'use',
    question,
    figures,
    details: [
      {
        title: `Medians of ${String(rounds)} rounds`,
        columns: ['work', 'figure', ...contenders.map(({ name }) => name), ...(other ? ['ratio', 'from', 'to'] : [])],
        rows,
      },
    ],
  },
);
