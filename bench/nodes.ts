import { startNats } from '@pairspace/testkit/local-nats';
import { startPostgres } from '@pairspace/testkit/local-postgres';
import { cpuSeconds, type RunningServer } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, startService } from '@pairspace/testkit/service';
import { median } from '@pairspace/testkit/statistics';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { contest, loadRound } from './lib/contest.ts';
import { atLeast, atMost, figure } from './lib/figures.ts';
import { after, paced, resultOf } from './lib/load.ts';
import { metered, type Part, type Used } from './lib/metered.ts';
import { readOptions } from './lib/options.ts';
import { report } from './lib/report.ts';
import { ScriptProcess } from './lib/script-process.ts';
import { sentences } from './lib/sentences.ts';
import { createDatabase, sql } from './lib/sql.ts';
import type { SubscriberProcess } from './lib/subscriber-process.ts';
import { postTimed } from './lib/timed-message.ts';

const question = `What do several nodes cost, and what saturates? The same load, durable POST of messages of 300
characters over 64 connections, each to a session of its own, goes to one node and then to three, by turns, with one
PostgreSQL and one NATS, all on this machine; three processes make it in both cases. Figures are medians of rounds. The
processors are fewer than the programs, so that more nodes cannot give more: asked is whether they take something away.
Before that, what a node costs with nothing to do, beside what the model of docs/scaling.md says, and what following
costs on another node than the one where it is posted.`;

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

/** Transactions per second of idle nodes by the model, up to four nodes. */
const predicted = (nodes: number): number => 14.3 * nodes;

await using scratch = await scratchFolder(options.folder);
await using postgres = await startPostgres();
await using nats = await startNats();
const database = 'service';
const settings = { ...(await createDatabase(postgres, database)), NATS_URL: nats.url };
const startNode = (name: string): Promise<RunningServer> =>
  startService({ folder: join(scratch.path, name), file: options.server, env: settings });
const meter = <T>(nodes: readonly RunningServer[], work: () => Promise<T>) =>
  metered({ nodes: nodes.map(({ pid }) => pid), postgres, nats }, work);

/** The resources of idle nodes, all nodes together. */
const measureIdle = async (nodes: readonly RunningServer[]) => {
  await pause(settlingSeconds * 1000);
  const { used } = await meter(nodes, () => pause(idleSeconds * 1000));
  const [open] = await sql(postgres, 'postgres', `select count(*) from pg_stat_activity where datname = '${database}'`);
  return { used, connections: Number(open) };
};

await using first = await startNode('first');
const idleOne = await measureIdle([first]);
await using second = await startNode('second');
await using third = await startNode('third');
const all = [first, second, third];
const idleThree = await measureIdle(all);

/** Posts at a steady rate on one node, to a session with followers on another node. */
const measureCrossing = async (followers: number, perSecond: number) => {
  const session = await createSession(first.url);
  using subscribers = new ScriptProcess<SubscriberProcess>('subscriber-process');
  const seenThere = { ...session, url: session.url.replace(first.url, second.url) };
  await subscribers.call('open', { session: seenThere, count: followers });
  let posted = 0;
  const run = async (duration: number) => {
    const sent = resultOf(await paced({ perSecond, isOver: after(duration), work: () => postTimed(session) }));
    posted += sent.count;
    const collected = await subscribers.call('collect', posted + 1);
    if (collected.complete !== followers) throw new Error('A subscriber did not get every event once and in order.');
    return { ...collected, postP99Ms: sent.p99Ms, count: sent.count };
  };
  await run(quick ? 1 : 5);
  const before = [cpuSeconds(first.pid), cpuSeconds(second.pid)] as const;
  const { p99Ms, postP99Ms, count } = await run(quick ? 2 : 20);
  const cpuUs = ({ pid }: RunningServer, used: number): number => ((cpuSeconds(pid) - used) * 1e6) / count;
  return { p99Ms, postP99Ms, hereUs: cpuUs(first, before[0]), thereUs: cpuUs(second, before[1]) };
};
const crossing = await measureCrossing(1, 200);
const oneFollower = await measureCrossing(1, 50);
const followed = await measureCrossing(manyFollowers, 50);
const deliveryUs = (followed.thereUs - oneFollower.thereUs) / (manyFollowers - 1);

const placesOf = async (node: RunningServer) => {
  const sessions = await Promise.all(Array.from({ length: connections }, () => createSession(node.url)));
  return sessions.map(({ url, token }) => ({ url: `${url}/messages`, token }));
};
const places = new Map(await Promise.all(all.map(async (node) => [node, await placesOf(node)] as const)));

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
  const { result, used } = await meter(nodes, () =>
    Promise.all(
      shares.map((share) =>
        loadRound(
          { places: share.places, body: { content: sentences }, connections: share.places.length, seconds },
          share.node.pid,
        ),
      ),
    ),
  );
  const sum = (key: 'perSecond' | 'count'): number => result.reduce((total, one) => total + one[key], 0);
  return {
    perSecond: sum('perSecond'),
    p99Ms: Math.max(...result.map(({ p99Ms }) => p99Ms)),
    used,
    messages: sum('count'),
  };
};

const found = await contest({ one: () => runRound([first]), three: () => runRound(all) }, rounds);

const middle = (of: readonly Round[], value: (round: Round) => number): number => median(of.map(value));
const names: readonly [Part, string][] = [
  ['nodes', 'nodes'],
  ['postgres', 'PostgreSQL'],
  ['nats', 'NATS'],
];
const share = median(found.three.map(({ perSecond }, index) => perSecond / (found.one[index]?.perSecond ?? NaN)));
const figuresOf = (name: string, of: readonly Round[]) => [
  figure(
    `${name}: messages`,
    middle(of, ({ perSecond }) => perSecond),
    '/s',
  ),
  figure(
    `${name}: p99`,
    middle(of, ({ p99Ms }) => p99Ms),
    'ms',
  ),
  ...names.map(([part, title]) => {
    const value = middle(of, ({ used, messages }) => (used[part] * 1e6) / messages);
    return figure(`${name}: processor time of ${title}`, value, 'µs a message');
  }),
];
const idleFiguresOf = (name: string, nodes: number, idle: typeof idleOne) => {
  const transactions = idle.used.transactions / idle.used.seconds;
  return [
    ...names.map(([part, title]) =>
      figure(`${name} idle: processor time of ${title}`, (idle.used[part] * 1000) / idle.used.seconds, 'ms a second'),
    ),
    figure(`${name} idle: transactions`, transactions, '/s'),
    figure(`${name} idle: transactions, of what the model says`, transactions / predicted(nodes), '×', {
      atMost: 1.25,
    }),
    figure(`${name} idle: connections to PostgreSQL`, idle.connections),
  ];
};

await report(options, {
  name: 'nodes',
  question,
  figures: [
    ...figuresOf('one node', found.one),
    ...figuresOf('three nodes', found.three),
    figure('messages with three nodes, as a share of one', share, '×', ...atLeast(0.9, 0.2)),
    figure(
      'transactions of PostgreSQL',
      middle(found.one, ({ used, messages }) => used.transactions / messages),
      'a message',
    ),
    figure(
      'write-ahead log',
      middle(found.one, ({ used, messages }) => used.walBytes / messages),
      'bytes a message',
    ),
    ...idleFiguresOf('one node', 1, idleOne),
    ...idleFiguresOf('three nodes', 3, idleThree),
    figure('node to node at 200 a second: p99', crossing.p99Ms, 'ms', ...atMost(50, 500)),
    figure('node to node at 200 a second: p99 of the POST alone', crossing.postP99Ms, 'ms'),
    figure('at 50 messages a second: node where it is posted', oneFollower.hereUs, 'µs a message'),
    figure('one follower on another node: that node', oneFollower.thereUs, 'µs a message'),
    figure('each further follower on it', deliveryUs, 'µs a message'),
    figure(`${String(manyFollowers)} followers on another node: p99 of delivery`, followed.p99Ms, 'ms'),
  ],
});
