import type { Lease, Task } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { startPostgres } from '@pairspace/testkit/local-postgres';
import type { RunningServer } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import { median, quantile } from '@pairspace/testkit/statistics';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { contest, medianOf } from './lib/contest.ts';
import { figure } from './lib/figures.ts';
import { after } from './lib/load.ts';
import { readOptions } from './lib/options.ts';
import { timed, timesOf } from './lib/other-client.ts';
import { report } from './lib/report.ts';
import { sentences } from './lib/sentences.ts';
import { createDatabase } from './lib/sql.ts';

const question = `What does a claim cost? One agent claims the next ready task of a session with 1,000 tasks that have not ended,
of which 950 depend on 50 others each, and releases it again; between two claims it posts a message of 300 characters to
another session. One connection, each write answered after a sync. Then messages are posted while 200 claimers wait for a
task that does not come, in turns with rounds in which nobody waits. Then sixteen workers of the operator claim jobs that
take no time and complete them at once: half on each of two nodes with one PostgreSQL, and then all on one node with the
embedded database; from 64 sessions in which jobs wait, and from one. Figures are medians of rounds.`;

const options = readOptions();
const { quick } = options;
const tasks = quick ? 100 : 1000;
const dependencies = quick ? 10 : 50;
const claims = quick ? 30 : 300;
const waiters = quick ? 20 : 200;
const workers = 16;
const seconds = quick ? 2 : 5;
/** The jobs of a round; the round ends before all are done. */
const jobsOf = quick ? { 64: 48, 1: 3000 } : { 64: 128, 1: 8000 };
const operator = 'operator-of-this-bench';

await using scratch = await scratchFolder(options.folder);
const start = (name: string, env: Readonly<Record<string, string>> = {}): Promise<RunningServer> =>
  startService({
    folder: join(scratch.path, name),
    file: options.server,
    env: { PAIRSPACE_ADMIN_TOKEN: operator, PAIRSPACE_COMPUTE: 'workers', ...env },
  });
await using service = await start('embedded');

const post = ({ url, token }: OpenSession): Promise<unknown> =>
  call(`${url}/messages`, { token, body: { content: sentences } });

/** A session whose first tasks are ready, and whose others depend on some of those before them. */
const openSessionOfTasks = async (): Promise<OpenSession> => {
  const session = await createSession(service.url);
  const { url, token } = session;
  for (let number = 1; number <= tasks; number++) {
    const before = Array.from({ length: dependencies }, (_, index) => String(number - 1 - index));
    const dependsOn = number <= dependencies ? [] : before;
    await call<Task>(`${url}/tasks`, { token, body: { title: 'A task', dependsOn } });
  }
  return session;
};

const measureClaims = async (): Promise<{ claim: number; message: number }> => {
  const [{ url, token }, talking] = [await openSessionOfTasks(), await createSession(service.url)];
  const [claimMs, messageMs]: [number[], number[]] = [[], []];
  for (let count = 0; count < claims; count++) {
    let claimed: { task: Task | null } = { task: null };
    claimMs.push(await timed(async () => (claimed = await call(`${url}/tasks/claim`, { token, body: {} }))));
    if (!claimed.task) throw new Error('There was no task to claim.');
    await call(`${url}/tasks/${claimed.task.id}/release`, { token, body: {} });
    messageMs.push(await timed(() => post(talking)));
  }
  return { claim: median(claimMs), message: median(messageMs) };
};

/** The time of messages with claimers that wait, for each without. */
const measureWaiters = async (): Promise<number> => {
  const session = await createSession(service.url);
  const messages = async (): Promise<number> => median(await timesOf(50, () => post(session)));
  const besideWaiters = async (): Promise<number> => {
    const waiting = new AbortController();
    const claimers = Array.from({ length: waiters }, () =>
      fetch(`${session.url}/tasks/claim?wait=50`, {
        method: 'POST',
        headers: { authorization: `Bearer ${session.token}` },
        signal: waiting.signal,
      }).catch(() => undefined),
    );
    await pause(1000);
    const ms = await messages();
    waiting.abort();
    await Promise.all(claimers);
    return ms;
  };
  const { alone, beside } = await contest({ alone: messages, beside: besideWaiters }, quick ? 2 : 10);
  return median(beside.map((ms, round) => ms / (alone[round] ?? NaN)));
};

interface Round {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

const openSessionOfJobs = async (node: RunningServer): Promise<OpenSession> => {
  const session = await createSession(node.url);
  const body = { provider: 'worker', totalCredits: 1_000_000, maxConcurrentJobs: 1000, maxQueuedJobs: 10_000 };
  await call(`${session.url}/compute`, { token: session.token, body });
  return session;
};

const submit = async (sessions: readonly OpenSession[], jobs: number): Promise<void> => {
  const places = Array.from({ length: jobs }, () => sessions).flat();
  const submitNext = async (): Promise<void> => {
    for (let place = places.pop(); place; place = places.pop())
      await call(`${place.url}/compute/jobs`, { token: place.token, body: { type: 'work', cost: 0 } });
  };
  await Promise.all(Array.from({ length: 32 }, submitNext));
};

const runWorkers = async (nodes: readonly RunningServer[]): Promise<Round> => {
  const isOver = after(seconds);
  const claimsMs: number[] = [];
  const work = async (api: string): Promise<void> => {
    while (!isOver()) {
      let claimed: { lease: Lease | null } = { lease: null };
      const claim = { token: operator, body: { types: ['work'] } };
      claimsMs.push(await timed(async () => (claimed = await call(`${api}/compute/jobs/claim`, claim))));
      if (!claimed.lease) throw new Error('There was no job left: the round had too few.');
      const { job, leaseId } = claimed.lease;
      const path = `sessions/${job.sessionId}/compute/jobs/${job.id}/complete`;
      await call(`${api}/${path}`, { token: operator, body: { leaseId } });
    }
  };
  const began = performance.now();
  const apis = Array.from({ length: workers }, (_, index) => `${nodes[index % nodes.length]?.url ?? ''}/api`);
  await Promise.all(apis.map(work));
  return {
    perSecond: (claimsMs.length * 1000) / (performance.now() - began),
    p50Ms: quantile(claimsMs, 0.5),
    p99Ms: quantile(claimsMs, 0.99),
  };
};

const measureJobs = async (name: string, nodes: readonly [RunningServer, ...RunningServer[]]) => {
  const runRound = async (count: keyof typeof jobsOf): Promise<Round> => {
    const sessions = await Promise.all(Array.from({ length: count }, () => openSessionOfJobs(nodes[0])));
    await submit(sessions, jobsOf[count]);
    const result = await runWorkers(nodes);
    await Promise.all(sessions.map(({ url, token }) => call(url, { token, method: 'DELETE' })));
    return result;
  };
  const found = await contest({ '64 sessions': () => runRound(64), 'one session': () => runRound(1) }, quick ? 1 : 3);
  return Object.entries(found).flatMap(([from, rounds]) => [
    figure(`${name}, ${from}: jobs done`, medianOf(rounds, 'perSecond'), '/s'),
    figure(`${name}, ${from}: a claim, p50`, medianOf(rounds, 'p50Ms'), 'ms'),
    figure(`${name}, ${from}: a claim, p99`, medianOf(rounds, 'p99Ms'), 'ms'),
  ]);
};

const measureJobsOfNodes = async () => {
  await using postgres = await startPostgres();
  const settings = await createDatabase(postgres, 'service');
  await using here = await start('here', settings);
  await using there = await start('there', settings);
  return await measureJobs('two nodes on PostgreSQL', [here, there]);
};

const { claim, message } = await measureClaims();
const beside = await measureWaiters();
await report(options, {
  name: 'tasks',
  question,
  figures: [
    figure('claim, p50', claim, 'ms'),
    figure('message, p50', message, 'ms'),
    figure('a claim, of a message', claim / message, '×', { atMost: 1.5 }),
    figure('a message beside claimers that wait, of one without', beside, '×', { atMost: 1.05 }),
    ...(await measureJobs('the embedded database', [service])),
    ...(await measureJobsOfNodes()),
  ],
});
