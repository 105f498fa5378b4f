import type { Lease } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { startPostgres } from '@pairspace/testkit/local-postgres';
import type { RunningServer } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import { median, quantile } from '@pairspace/testkit/statistics';
import { join } from 'node:path';
import { readOptions } from './lib/options.ts';
import { createDatabase } from './lib/pgbench.ts';
import { report } from './lib/report.ts';

const question = `How many jobs do workers get through that take no time? Sixteen workers of the operator's claim jobs and
complete them at once, over the API, half on each of two nodes with one PostgreSQL, and then all on one node with the
embedded database: from 64 sessions in which jobs wait, and from one. A job is two transactions that are answered when
they are durable, each with an event; a choice holds the turns of its session until its commit. Figures are medians of
rounds.`;

const options = readOptions();
const { quick } = options;
const workers = 16;
const manySessions = 64;
const rounds = quick ? 1 : 3;
const seconds = quick ? 2 : 5;
/** The jobs of a round; the round ends before all are done. */
const perRound = { many: 128, one: 8000 };
const submittedAtOnce = 32;
const operator = 'operator-of-this-bench';

interface Round {
  perSecond: number;
  claimP50Ms: number;
  claimP99Ms: number;
}

const aSession = async (node: RunningServer): Promise<OpenSession> => {
  const session = await createSession(node.url);
  const body = { provider: 'worker', totalCredits: 1_000_000, maxConcurrentJobs: 1000, maxQueuedJobs: 10_000 };
  await call(`${session.url}/compute`, { token: session.token, body });
  return session;
};

const submit = async (sessions: readonly OpenSession[], jobs: number): Promise<void> => {
  const places = Array.from({ length: jobs }, () => sessions).flat();
  await Promise.all(
    Array.from({ length: submittedAtOnce }, async () => {
      for (let place = places.pop(); place; place = places.pop()) {
        await call(`${place.url}/compute/jobs`, { token: place.token, body: { type: 'work', cost: 0 } });
      }
    }),
  );
};

const runRound = async (nodes: readonly RunningServer[]): Promise<Round> => {
  const until = performance.now() + seconds * 1000;
  const claimsMs: number[] = [];
  let done = 0;
  const work = async (api: string): Promise<void> => {
    while (performance.now() < until) {
      const askedAt = performance.now();
      const { lease } = await call<{ lease: Lease | null }>(`${api}/compute/jobs/claim`, {
        token: operator,
        body: { types: ['work'] },
      });
      claimsMs.push(performance.now() - askedAt);
      if (!lease) throw new Error('There was no job left: the round had too few.');
      const { job, leaseId } = lease;
      await call(`${api}/sessions/${job.sessionId}/compute/jobs/${job.id}/complete`, {
        token: operator,
        body: { leaseId },
      });
      done++;
    }
  };
  const began = performance.now();
  await Promise.all(
    Array.from({ length: workers }, (_, index) => work(`${nodes[index % nodes.length]?.url ?? ''}/api`)),
  );
  return {
    perSecond: (done * 1000) / (performance.now() - began),
    claimP50Ms: quantile(claimsMs, 0.5),
    claimP99Ms: quantile(claimsMs, 0.99),
  };
};

const measure = async (nodes: readonly RunningServer[]): Promise<{ many: Round[]; one: Round[] }> => {
  const [node] = nodes as [RunningServer];
  const found = { many: [] as Round[], one: [] as Round[] };
  for (let round = 0; round <= rounds; round++) {
    for (const [results, count, jobs] of [
      [found.many, manySessions, perRound.many],
      [found.one, 1, perRound.one],
    ] as const) {
      const sessions = await Promise.all(Array.from({ length: count }, () => aSession(node)));
      await submit(sessions, jobs);
      const result = await runRound(nodes);
      // The first round is a warm-up.
      if (round > 0) results.push(result);
      await Promise.all(sessions.map(({ url, token }) => call(url, { token, method: 'DELETE' })));
    }
  }
  return found;
};

await using scratch = await scratchFolder(options.folder);
const start = (name: string, env: Readonly<Record<string, string>> = {}): Promise<RunningServer> =>
  startService({
    folder: join(scratch.path, name),
    file: options.server,
    env: { PAIRSPACE_ADMIN_TOKEN: operator, PAIRSPACE_COMPUTE: 'workers', ...env },
  });

const onPostgres = async () => {
  await using postgres = await startPostgres();
  await createDatabase(postgres, 'service');
  const env = { DATABASE_URL: new URL('/service', postgres.url).href, PAIRSPACE_SECRET_KEY: '11'.repeat(32) };
  await using here = await start('here', env);
  await using there = await start('there', env);
  return await measure([here, there]);
};
const embedded = async () => {
  await using node = await start('embedded');
  return await measure([node]);
};

const cases = [
  ['two nodes on PostgreSQL', await onPostgres()],
  ['the embedded database', await embedded()],
] as const;
const figuresOf = (name: string, found: readonly Round[]) => [
  { name: `${name}: jobs done`, value: median(found.map(({ perSecond }) => perSecond)), unit: '/s' },
  { name: `${name}: a claim, p50`, value: median(found.map(({ claimP50Ms }) => claimP50Ms)), unit: 'ms' },
  { name: `${name}: a claim, p99`, value: median(found.map(({ claimP99Ms }) => claimP99Ms)), unit: 'ms' },
];

await report(
  {
    name: 'claims',
    question,
    figures: cases.flatMap(([where, { many, one }]) => [
      ...figuresOf(`${where}, ${String(manySessions)} sessions`, many),
      ...figuresOf(`${where}, one session`, one),
    ]),
  },
  options,
);
