import { startNats } from '@pairspace/testkit/local-nats';
import { startPostgres } from '@pairspace/testkit/local-postgres';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import { median } from '@pairspace/testkit/statistics';
import { join } from 'node:path';
import { measureCrossing } from './lib/crossing.ts';
import { type Round, loadRound } from './lib/load.ts';
import { readOptions } from './lib/options.ts';
import { createDatabase, pgbench, prepareSessions } from './lib/pgbench.ts';
import { report } from './lib/report.ts';
import { sentences } from './lib/sentences.ts';

const question = `How fast is one node on PostgreSQL, and how fast do events cross from node to node? Durable POST of
messages of 300 characters over 64 connections, each to a session of its own and then all to one, against pgbench that
sends the same statements (prepared, one after the other) over as many connections to the same server. The
service may identify several requests with one statement. Rounds alternate; figures are medians of rounds. Before that, 200 messages a second are posted on one node and followed on another, with
NATS between, and nothing else to do; the first five seconds are not counted. The same again right after the load, while
the machine still writes to its disk what the load has changed: every commit waits for that disk, whoever commits.`;

const connections = 64;
const options = readOptions();
const rounds = options.quick ? 1 : 5;
const seconds = options.quick ? 3 : 8;

await using scratch = await scratchFolder(options.folder);
await using postgres = await startPostgres();
await using nats = await startNats();
for (const name of ['service', 'pgbench']) await createDatabase(postgres, name);
const urlOf = (database: string): string => new URL(`/${database}`, postgres.url).href;
const start = (database: string, name: string) =>
  startService({
    folder: join(scratch.path, name),
    file: options.server,
    env: { DATABASE_URL: urlOf(database), NATS_URL: nats.url, PAIRSPACE_SECRET_KEY: '11'.repeat(32) },
  });
// The service creates the tables that pgbench writes to.
await (await start('pgbench', 'migrations'))[Symbol.asyncDispose]();
await prepareSessions(postgres, 'pgbench');
await using here = await start('service', 'here');
await using there = await start('service', 'there');

const crossing = () =>
  measureCrossing({
    here,
    there,
    followers: 1,
    perSecond: 200,
    seconds: options.quick ? 3 : 30,
    warmUpSeconds: options.quick ? 1 : 5,
  });
const quiet = await crossing();

const sessions: OpenSession[] = [];
for (let made = 0; made < connections; made++) sessions.push(await createSession(here.url));
const places = sessions.map(({ url, token }) => ({ url: `${url}/messages`, token }));
const [one] = places as [{ url: string; token: string }];
const body = { content: sentences };

interface Contest {
  service: Round[];
  pgbench: number[];
}
const each: Contest = { service: [], pgbench: [] };
const all: Contest = { service: [], pgbench: [] };
for (let round = 0; round <= rounds; round++) {
  for (const [contest, oneSession] of [
    [each, false],
    [all, true],
  ] as const) {
    const load = { ...one, body, connections, seconds, ...(oneSession ? {} : { places }) };
    const measured = await loadRound(load, here.pid);
    const yardstick = await pgbench({
      postgres,
      database: 'pgbench',
      folder: scratch.path,
      clients: connections,
      seconds,
      oneSession,
    });
    // The first round is a warm-up.
    if (round === 0) continue;
    contest.service.push(measured);
    contest.pgbench.push(yardstick);
  }
}

const afterLoad = await crossing();
const shares = ({ service, pgbench: yardstick }: Contest): number[] =>
  service.map(({ perSecond }, round) => perSecond / (yardstick[round] ?? NaN));
const middle = (rounds_: readonly Round[], key: keyof Round): number => median(rounds_.map((round) => round[key]));

await report(
  {
    name: 'postgres',
    question,
    figures: [
      { name: '64 sessions: messages', value: middle(each.service, 'perSecond'), unit: '/s' },
      { name: '64 sessions: pgbench', value: median(each.pgbench), unit: '/s' },
      {
        name: '64 sessions: share of pgbench',
        value: median(shares(each)),
        unit: '×',
        goal: { atLeast: 0.75 },
        sanity: { atLeast: 0.2 },
      },
      { name: '64 sessions: processor time of the node', value: middle(each.service, 'cpuUs'), unit: 'µs a message' },
      { name: '64 sessions: p50', value: middle(each.service, 'p50Ms'), unit: 'ms' },
      { name: '64 sessions: p99', value: middle(each.service, 'p99Ms'), unit: 'ms' },
      { name: 'one session: messages', value: middle(all.service, 'perSecond'), unit: '/s' },
      { name: 'one session: pgbench', value: median(all.pgbench), unit: '/s' },
      {
        name: 'one session: share of pgbench',
        value: median(shares(all)),
        unit: '×',
        goal: { atLeast: 0.75 },
        sanity: { atLeast: 0.5 },
      },
      { name: 'node to node at 200 a second: p50', value: quiet.p50Ms, unit: 'ms' },
      {
        name: 'node to node at 200 a second: p99',
        value: quiet.p99Ms,
        unit: 'ms',
        goal: { atMost: 50 },
        sanity: { atMost: 500 },
      },
      { name: 'node to node at 200 a second: p99 of the POST alone', value: quiet.postP99Ms, unit: 'ms' },
      { name: 'node to node: processor time where it is posted', value: quiet.hereUs, unit: 'µs a message' },
      { name: 'node to node: processor time where it is followed', value: quiet.thereUs, unit: 'µs a message' },
      { name: 'right after the load: p99', value: afterLoad.p99Ms, unit: 'ms' },
      { name: 'right after the load: p99 of the POST alone', value: afterLoad.postP99Ms, unit: 'ms' },
    ],
    details: [
      {
        title: 'Rounds',
        columns: ['round', 'sessions', 'messages/s', 'p99 ms', 'CPU µs/message', 'pgbench/s', 'share'],
        rows: [each, all].flatMap((contest) =>
          contest.service.map(({ perSecond, p99Ms, cpuUs }, round) => [
            round + 1,
            contest === each ? connections : 1,
            perSecond,
            p99Ms,
            cpuUs,
            contest.pgbench[round] ?? NaN,
            shares(contest)[round] ?? NaN,
          ]),
        ),
      },
    ],
  },
  options,
);
