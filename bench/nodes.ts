import { startNats } from '@pairspace/testkit/local-nats';
import { startPostgres } from '@pairspace/testkit/local-postgres';
import type { RunningServer } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, startService } from '@pairspace/testkit/service';
import { median } from '@pairspace/testkit/statistics';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Crossing, measureCrossing } from './lib/crossing.ts';
import { loadRound } from './lib/load.ts';
import { countConnections, metered, type Used } from './lib/metered.ts';
import { readOptions } from './lib/options.ts';
import { createDatabase } from './lib/pgbench.ts';
import { report } from './lib/report.ts';
import { sentences } from './lib/sentences.ts';

const question = `What do several nodes cost, and what saturates? The same load, durable POST of messages of 300
characters over 64 connections, each to a session of its own, goes to one node and then to three, by turns, with one
PostgreSQL and one NATS, all on this machine; three processes make it in both cases. Figures are medians of rounds. The
processors are fewer than the programs, so that more nodes cannot give more: asked is whether they take something away.
Before that, what a node costs with nothing to do, and what following costs on another node than the one where it is
posted. These are the coefficients of the model in docs/scaling.md.`;

const options = readOptions();
const { quick } = options;
const connections = 64;
const generators = 3;
const rounds = quick ? 1 : 5;
const seconds = quick ? 2 : 8;
const idleSeconds = quick ? 2 : 20;
/** The time after which a node knows the number of nodes. */
const settlingSeconds = quick ? 1 : 14;
const manyFollowers = quick ? 20 : 200;
const quietSessions = quick ? 10 : 100;

await using scratch = await scratchFolder(options.folder);
await using postgres = await startPostgres();
await using nats = await startNats();
const database = 'service';
await createDatabase(postgres, database);
const startNode = (name: string): Promise<RunningServer> =>
  startService({
    folder: join(scratch.path, name),
    file: options.server,
    env: {
      DATABASE_URL: new URL(`/${database}`, postgres.url).href,
      NATS_URL: nats.url,
      PAIRSPACE_SECRET_KEY: '11'.repeat(32),
    },
  });

interface Idle {
  cpuMs: number;
  postgresCpuMs: number;
  transactions: number;
  connections: number;
}

/** The resources of idle nodes per second, all nodes together. */
const measureIdle = async (nodes: readonly RunningServer[]): Promise<Idle> => {
  await pause(settlingSeconds * 1000);
  const { used } = await metered({ nodes: nodes.map(({ pid }) => pid), postgres, nats }, () =>
    pause(idleSeconds * 1000),
  );
  return {
    cpuMs: (used.nodes * 1000) / used.seconds,
    postgresCpuMs: (used.postgres * 1000) / used.seconds,
    transactions: used.transactions / used.seconds,
    connections: await countConnections(postgres, database),
  };
};

await using first = await startNode('first');
const idleOne = await measureIdle([first]);
await using second = await startNode('second');
await using third = await startNode('third');
const all = [first, second, third];
const idleThree = await measureIdle(all);

/** Streams of sessions without events, all on one node. */
const measureQuietStreams = async (): Promise<number> => {
  // The responses are kept, because the garbage collector closes an unreferenced one.
  const streams: Response[] = [];
  const stop = new AbortController();
  for (let opened = 0; opened < quietSessions; opened++) {
    const { url, token } = await createSession(second.url);
    streams.push(await fetch(`${url}/stream`, { headers: { authorization: `Bearer ${token}` }, signal: stop.signal }));
  }
  const { transactions } = await measureIdle(all);
  stop.abort();
  return (transactions - idleThree.transactions) / streams.length;
};
const quietStream = await measureQuietStreams();

const follow = (followers: number): Promise<{ result: Crossing; used: Used }> =>
  metered({ nodes: all.map(({ pid }) => pid), postgres, nats }, () =>
    measureCrossing({
      here: first,
      there: second,
      followers,
      perSecond: 50,
      seconds: quick ? 2 : 10,
      warmUpSeconds: quick ? 1 : 4,
    }),
  );
const { result: oneFollower } = await follow(1);
const { result: followed } = await follow(manyFollowers);
const deliveryUs = (followed.thereUs - oneFollower.thereUs) / (manyFollowers - 1);

const placesOf = async (node: RunningServer) => {
  const sessions = await Promise.all(Array.from({ length: connections }, () => createSession(node.url)));
  return sessions.map(({ url, token }) => ({ url: `${url}/messages`, token }));
};
const places = new Map(await Promise.all(all.map(async (node) => [node, await placesOf(node)] as const)));
const body = { content: sentences };

interface Round {
  perSecond: number;
  p99Ms: number;
  used: Used;
  messages: number;
}

const runRound = async (nodes: readonly RunningServer[]): Promise<Round> => {
  const shares = Array.from({ length: generators }, (_, index) => {
    const node = nodes[index % nodes.length] ?? first;
    // Each connection writes to a session of its own.
    const [from, to] = [index, index + 1].map((place) => Math.round((place * connections) / generators));
    return { node, places: (places.get(node) ?? []).slice(from, to) };
  });
  const { result, used } = await metered({ nodes: nodes.map(({ pid }) => pid), postgres, nats }, () =>
    Promise.all(
      shares.map(({ node, places }) =>
        loadRound({ url: node.url, body, places, connections: places.length, seconds }, node.pid),
      ),
    ),
  );
  const perSecond = result.reduce((sum, one) => sum + one.perSecond, 0);
  return { perSecond, p99Ms: Math.max(...result.map(({ p99Ms }) => p99Ms)), used, messages: perSecond * seconds };
};

const contest = { one: [] as Round[], three: [] as Round[] };
for (let round = 0; round <= rounds; round++) {
  for (const [results, nodes] of [
    [contest.one, [first]],
    [contest.three, all],
  ] as const) {
    const result = await runRound(nodes);
    // The first round is a warm-up.
    if (round > 0) results.push(result);
  }
}

const middle = (rounds: readonly Round[], of: (round: Round) => number): number => median(rounds.map(of));
const cpuUs =
  (part: 'nodes' | 'postgres' | 'nats' | 'load') =>
  ({ used, messages }: Round): number =>
    (used[part] * 1e6) / messages;
const share = median(contest.three.map(({ perSecond }, index) => perSecond / (contest.one[index]?.perSecond ?? NaN)));
const figuresOf = (name: string, results: readonly Round[]) => [
  { name: `${name}: messages`, value: middle(results, ({ perSecond }) => perSecond), unit: '/s' },
  { name: `${name}: p99`, value: middle(results, ({ p99Ms }) => p99Ms), unit: 'ms' },
  { name: `${name}: processor time of nodes`, value: middle(results, cpuUs('nodes')), unit: 'µs a message' },
  { name: `${name}: processor time of PostgreSQL`, value: middle(results, cpuUs('postgres')), unit: 'µs a message' },
  { name: `${name}: processor time of NATS`, value: middle(results, cpuUs('nats')), unit: 'µs a message' },
  { name: `${name}: processor time of the load`, value: middle(results, cpuUs('load')), unit: 'µs a message' },
];
const idleFiguresOf = (name: string, idle: Idle) => [
  { name: `${name} idle: processor time of nodes`, value: idle.cpuMs, unit: 'ms a second' },
  { name: `${name} idle: processor time of PostgreSQL`, value: idle.postgresCpuMs, unit: 'ms a second' },
  { name: `${name} idle: transactions`, value: idle.transactions, unit: '/s' },
  { name: `${name} idle: connections to PostgreSQL`, value: idle.connections, unit: '' },
];

await report(
  {
    name: 'nodes',
    question,
    figures: [
      ...figuresOf('one node', contest.one),
      ...figuresOf('three nodes', contest.three),
      {
        name: 'messages with three nodes, as a share of one',
        value: share,
        unit: '×',
        goal: { atLeast: 0.9 },
        sanity: { atLeast: 0.5 },
      },
      {
        name: 'transactions of PostgreSQL',
        value: middle(contest.one, ({ used, messages }) => used.transactions / messages),
        unit: 'a message',
      },
      {
        name: 'write-ahead log',
        value: middle(contest.one, ({ used, messages }) => used.walBytes / messages),
        unit: 'bytes a message',
      },
      ...idleFiguresOf('one node', idleOne),
      ...idleFiguresOf('three nodes', idleThree),
      { name: 'a session that is followed on a node: transactions', value: quietStream, unit: '/s' },
      { name: 'at 50 messages a second: node where it is posted', value: oneFollower.hereUs, unit: 'µs a message' },
      { name: 'one follower on another node: that node', value: oneFollower.thereUs, unit: 'µs a message' },
      { name: 'each further follower on it', value: deliveryUs, unit: 'µs a message' },
      {
        name: `${String(manyFollowers)} followers on another node: p99 of delivery`,
        value: followed.p99Ms,
        unit: 'ms',
      },
    ],
    details: [
      {
        title: 'Rounds: messages, and processors that were busy',
        columns: ['round', 'nodes', 'messages/s', 'p99 ms', 'nodes', 'PostgreSQL', 'NATS', 'load', 'other programs'],
        rows: contest.one.flatMap((_, index) =>
          [contest.one[index], contest.three[index]].flatMap((round, place) =>
            round
              ? [
                  [
                    index + 1,
                    place === 0 ? 1 : 3,
                    round.perSecond,
                    round.p99Ms,
                    ...(['nodes', 'postgres', 'nats', 'load', 'others'] as const).map(
                      (part) => round.used[part] / round.used.seconds,
                    ),
                  ],
                ]
              : [],
          ),
        ),
      },
    ],
  },
  options,
);
