import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startNats } from '../proofs/lib/local-nats.ts';
import { startPostgres } from '../proofs/lib/local-postgres.ts';
import { call } from './lib/call.ts';
import { type Round, loadRound } from './lib/load.ts';
import { readOptions, scratchFolder } from './lib/options.ts';
import { createDatabase, pgbench, prepareSessions } from './lib/pgbench.ts';
import { cpuSeconds } from './lib/process.ts';
import { report } from './lib/report.ts';
import { createSession, type OpenSession, startService } from './lib/service.ts';
import { median } from './lib/statistics.ts';
import { Subscribers } from './lib/subscribers.ts';

const question = `How fast is one node on PostgreSQL, and how fast do events cross from node to node? Durable POST of
messages of 300 characters over 64 connections, each to a session of its own and then all to one, against pgbench that
sends the same statements (prepared, one after the other) over as many connections to the same server. Rounds alternate;
figures are medians of rounds. Then 200 messages a second are posted on one node and followed on another, with NATS
between.`;

const connections = 64;
const options = readOptions();
const rounds = options.quick ? 1 : 5;
const seconds = options.quick ? 3 : 8;
const crossingSeconds = options.quick ? 3 : 20;

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
// The service makes the tables that pgbench writes to.
await (await start('pgbench', 'migrations'))[Symbol.asyncDispose]();
await prepareSessions(postgres, 'pgbench');
await using here = await start('service', 'here');
await using there = await start('service', 'there');

const sessions: OpenSession[] = [];
for (let made = 0; made < connections; made++) sessions.push(await createSession(here.url));
const places = sessions.map(({ url, token }) => ({ url: `${url}/messages`, token }));
const [one] = places as [{ url: string; token: string }];
const body = { content: 'm'.repeat(300) };

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
    // The first round warms up.
    if (round === 0) continue;
    contest.service.push(measured);
    contest.pgbench.push(yardstick);
  }
}

const crossing = await measureCrossing();
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
        goal: { atLeast: 0.5 },
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
        goal: { atLeast: 0.5 },
        sanity: { atLeast: 0.5 },
      },
      { name: 'node to node at 200 a second: p50', value: crossing.p50Ms, unit: 'ms' },
      {
        name: 'node to node at 200 a second: p99',
        value: crossing.p99Ms,
        unit: 'ms',
        goal: { atMost: 50 },
        sanity: { atMost: 500 },
      },
      { name: 'node to node: processor time of both nodes', value: crossing.cpuUs, unit: 'µs a message' },
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

/** From the moment before a POST on one node to the event’s arrival at a subscriber of the other. */
async function measureCrossing(): Promise<{ p50Ms: number; p99Ms: number; cpuUs: number }> {
  const session = await createSession(here.url);
  const seenThere = { ...session, url: session.url.replace(here.url, there.url) };
  using subscribers = await Subscribers.open(seenThere, 1);
  const perSecond = 200;
  const total = perSecond * crossingSeconds;
  const before = cpuSeconds(here.pid) + cpuSeconds(there.pid);
  const sent: Promise<unknown>[] = [];
  const beganAt = performance.now();
  for (let count = 0; count < total; count++) {
    const early = beganAt + (count * 1000) / perSecond - performance.now();
    if (early > 0) await pause(early);
    const at = (Number(process.hrtime.bigint()) / 1e6).toFixed(6);
    sent.push(
      call(`${session.url}/messages`, { token: session.token, body: { content: `at=${at} ${'m'.repeat(250)}` } }),
    );
  }
  await Promise.all(sent);
  const { p50Ms, p99Ms, complete } = await subscribers.collect(total + 1);
  if (complete !== 1) throw new Error('The subscriber did not get every event once and in order.');
  const cpuUs = ((cpuSeconds(here.pid) + cpuSeconds(there.pid) - before) * 1e6) / total;
  return { p50Ms, p99Ms, cpuUs };
}
