import type { Event, File, Job, Pool } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession } from '@pairspace/testkit/service';
import { testServers } from '@pairspace/testkit/test-servers';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseChecks, inspectDatabase } from './lib/inspect-database.ts';
import { startKillable } from './lib/killed.ts';
import { readProofOptions } from './lib/options.ts';
import { descendantsOf, survivorsOf } from './lib/process-tree.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * The crash proof of compute: a service with 200 queued JavaScript jobs is killed repeatedly while some of them run.
 * Each job takes effect exactly once, or not at all if it met two kills, and no process is left behind. With
 * PAIRSPACE_TEST_DATABASE_URL and PAIRSPACE_TEST_NATS_URL there are two nodes, and each kill hits one of them.
 *
 *   node --conditions=pairspace-source proofs/compute-kill-nine.ts [--rounds 100] [--server FILE] [--folder FOLDER]
 */
const { rounds, server, folder } = readProofOptions();
const queued = 200;
const begunWithinMs = 60_000;
const drainedWithinMs = 600_000;

const everyEnds = 'a job that was acknowledged has ended, as completed (JOB-11) or lost (JOB-14)';
const once = 'a completed job has one end in the log, and wrote its file once';
const lostTwice = 'a lost job was begun twice, has one end, and wrote nothing';
const gone = 'no process of a killed service is left behind';
const sums = 'what the pool and the agent have used is what their jobs say';
const ran = 'jobs were running when the service was killed';

await using scratch = await scratchFolder(folder);
await using servers = (await testServers()) ?? null;
const verdict = new Verdict();
const begin = performance.now();

await using service = await startKillable({
  // Each node has runtimes of its own. Two nodes are enough for a takeover.
  size: servers ? 2 : 1,
  file: server,
  folder: scratch.path,
  constants: { computePollMs: 100 },
  limits: { filesPerSession: 1_000_000 },
  servers,
});
const { url, token } = await createSession(service.url);
await call<Pool>(`${url}/compute`, {
  token,
  body: { totalCredits: 1_000_000, maxConcurrentJobs: 16, maxQueuedJobs: 10_000 },
});

interface State {
  pool: Pool;
  queue: { pending: number; running: number };
  agentUsage: { jobs: number; completed: number; failed: number; credits: number }[];
}
const state = (): Promise<State> => call<State>(`${url}/compute`, { token });
const acknowledged: string[] = [];

/** The output contains a random number, so that the output of a second run would differ. */
const submit = async (): Promise<void> => {
  const path = `out/${randomUUID()}.txt`;
  const code = `import { writeFileSync, mkdirSync } from 'fs';
    let steps = 0;
    for (let i = 0; i < ${String(Math.floor(Math.random() * 2_000_000))}; i++) steps += i % 3;
    mkdirSync('out', { recursive: true });
    writeFileSync(${JSON.stringify(path)}, steps + ' ' + Math.random());`;
  const body = { type: 'javascript', input: { code, outputs: ['out/*'] }, cost: 5, label: path };
  const job = await call<Job>(`${url}/compute/jobs`, { token, body });
  acknowledged.push(job.id);
};

const fill = async (): Promise<void> => {
  const missing = queued - (await state()).queue.pending;
  for (let sent = 0; sent < missing; sent += 20) {
    await Promise.all(Array.from({ length: Math.min(20, missing - sent) }, submit));
  }
};

/** The runtime must pass its self-test after each start. */
const untilBegun = async (): Promise<void> => {
  const deadline = performance.now() + begunWithinMs;
  while ((await state()).queue.running === 0) {
    if (performance.now() > deadline) throw new Error('No job begins.');
    await pause(5);
  }
};

for (let round = 1; round <= rounds; round++) {
  await fill();
  await untilBegun();
  await pause(Math.random() * 600);
  const children = descendantsOf(service.inTurn(round).pid);
  await service.kill(round);
  verdict.expect(ran, children.length > 0, () => `round ${String(round)}: the service had no child`);
  const left = await survivorsOf(children, 5000);
  verdict.expect(gone, left.length === 0, () => `round ${String(round)}: ${JSON.stringify(left)}`);
  await service.start();
  if (!servers) inspectDatabase(join(scratch.path, 'pairspace.sqlite'), [], verdict);
}

const deadline = performance.now() + drainedWithinMs;
for (let last = await state(); last.queue.pending + last.queue.running > 0; last = await state()) {
  if (performance.now() > deadline) throw new Error('The queue does not drain.');
  await pause(100);
}

const readAll = async <Item>(list: string): Promise<Item[]> => {
  const items: Item[] = [];
  for (let cursor = ''; ;) {
    const page = await call<{ items: Item[]; nextCursor: string | null }>(
      `${url}/${list}${list.includes('?') ? '&' : '?'}limit=200${cursor}`,
      { token },
    );
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = `&cursor=${page.nextCursor}`;
  }
};

const jobs = new Map((await readAll<Job>('compute/jobs')).map((job) => [job.id, job]));
const files = new Map((await readAll<File>('files')).map((file) => [file.path, file]));
const told = Map.groupBy(
  (await readAll<Event>('events')).filter((one) => one.event === 'job.updated'),
  ({ data }) => data.id,
);
for (const id of acknowledged) {
  const job = jobs.get(id);
  const statuses = (told.get(id) ?? []).map(({ data }) => data.status);
  const isLost = job?.error?.reason === 'lost';
  verdict.expect(everyEnds, job?.status === 'completed' || isLost, () => `${id} is ${JSON.stringify(job?.error)}`);
  const file = files.get(job?.label ?? '');
  const ends = statuses.filter((status) => status !== 'pending' && status !== 'running').length;
  if (job?.status === 'completed') {
    const isOnce = ends === 1 && file?.version === 1 && file.contentHash === job.outputs[0]?.contentHash;
    verdict.expect(once, isOnce, () => `${id}: ${statuses.join(' ')}, file ${JSON.stringify(file)}`);
  }
  if (isLost) {
    const begun = statuses.filter((status) => status === 'running').length;
    verdict.expect(lostTwice, ends === 1 && begun === 2 && !file, () => `${id}: ${statuses.join(' ')}`);
  }
}

const { pool, agentUsage } = await state();
const all = [...jobs.values()];
const used = all.reduce((sum, { credits }) => sum + Math.round(credits * 1000), 0) / 1000;
const completed = all.filter(({ status }) => status === 'completed').length;
const [usage] = agentUsage;
verdict.expect(
  sums,
  pool.reservedCredits === 0 &&
    pool.usedCredits === used &&
    usage?.credits === used &&
    usage.jobs === all.length &&
    usage.completed === completed &&
    usage.failed === all.length - completed,
  () => `${JSON.stringify(pool)} ${JSON.stringify(agentUsage)}, but the jobs say ${String(used)}`,
);
const children = service.running().flatMap(({ pid }) => descendantsOf(pid));
await service.stop();
const left = await survivorsOf(children, 5000);
verdict.expect(gone, left.length === 0, () => `after SIGTERM: ${JSON.stringify(left)}`);

const lost = all.filter(({ error }) => error?.reason === 'lost').length;
const again = all.filter(({ attempt }) => attempt > 1).length;
console.log(
  `${String(rounds)} kills in ${((performance.now() - begin) / 1000).toFixed(0)} s; ${String(all.length)} jobs: ` +
    `${String(completed)} completed, ${String(again)} of all at their second attempt, ${String(lost)} lost to two kills`,
);
const [integrity, unbroken] = databaseChecks;
verdict.publish([everyEnds, once, gone, sums, ran, ...(servers ? [] : [integrity, unbroken])]);
