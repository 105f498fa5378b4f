import { Bus, NatsTransport, wakeUpTopic } from '@pairspace/server/inside';
import { startNats } from '@pairspace/testkit/local-nats';
import { startPostgres } from '@pairspace/testkit/local-postgres';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { startService } from '@pairspace/testkit/service';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningNodes, startBackgroundNodes } from './lib/background-nodes.ts';
import { type Crossing, measureCrossing } from './lib/crossing.ts';
import { countConnections, metered, type Used } from './lib/metered.ts';
import { readOptions } from './lib/options.ts';
import { createDatabase } from './lib/pgbench.ts';
import { report } from './lib/report.ts';

const question = `What do a hundred and a thousand nodes ask of one PostgreSQL and one NATS by being there? A few
processes run, for so many nodes, the very code by which a node looks after silence, jobs, deliveries and what can be
forgotten and says that it is alive, with two connections to PostgreSQL and one to NATS each, and ten sessions of
which it asks to be told. No requests come to these. Beside them run two whole nodes; 50 messages a second are posted
on one and followed on the other. What the model in docs/scaling.md says of the same numbers stands beside what was
seen. At last they are told fifty times a second that a job waits, of which there is none.`;

const options = readOptions();
const { quick } = options;
const stages = quick ? [0, 20] : [0, 100, 1000];
const processes = 5;
const followed = 10;
/** The time after which every node knows the number of nodes and has adapted its poll interval. */
const settlingSeconds = quick ? 2 : 25;
const seconds = quick ? 3 : 10;
const callsPerSecond = 50;
const callSeconds = quick ? 2 : 10;

/** Transactions per second by the model: leases and counts of each node, and rounds that nodes share. */
const predicted = (nodes: number): number =>
  0.3 * nodes + 12 * Math.min(nodes, Math.max(4, nodes / 30)) + 2 * Math.min(nodes, Math.max(4, nodes / 5));

await using scratch = await scratchFolder(options.folder);
const most = stages.at(-1) ?? 0;
await using postgres = await startPostgres({ maxConnections: 2 * most + 200 });
await using nats = await startNats();
const database = 'service';
await createDatabase(postgres, database);
const databaseUrl = new URL(`/${database}`, postgres.url).href;
const startWhole = (name: string) =>
  startService({
    folder: join(scratch.path, name),
    file: options.server,
    env: {
      DATABASE_URL: databaseUrl,
      NATS_URL: nats.url,
      PAIRSPACE_SECRET_KEY: '11'.repeat(32),
      PAIRSPACE_COMPUTE: 'workers',
    },
  });
await using here = await startWhole('here');
await using there = await startWhole('there');
const whole = 2;

interface Step {
  nodes: number;
  idle: Used;
  connections: number;
  memoryMb: number;
  crossing: Crossing;
}

await using background = new AsyncDisposableStack();
const running: RunningNodes[] = [];
const usedBy = <T>(work: () => Promise<T>) =>
  metered({ nodes: [here.pid, there.pid, ...running.map(({ pid }) => pid)], postgres, nats }, work);
const freeAtStart = freemem();
const found: Step[] = [];
let started = 0;
for (const nodes of stages) {
  const count = Math.ceil((nodes - started) / processes);
  const starting = Array.from({ length: count === 0 ? 0 : processes }, (_, place) =>
    startBackgroundNodes({ databaseUrl, natsUrl: nats.url, count, first: started + place * count, followed }),
  );
  for (const one of await Promise.all(starting)) running.push(background.use(one));
  started = nodes;
  await pause((nodes === 0 ? settlingSeconds / 2 : settlingSeconds) * 1000);
  const { used } = await usedBy(() => pause(seconds * 1000));
  const crossing = await measureCrossing({
    here,
    there,
    followers: 1,
    perSecond: 50,
    seconds: quick ? 2 : 10,
    warmUpSeconds: quick ? 1 : 3,
  });
  found.push({
    nodes: nodes + whole,
    idle: used,
    connections: await countConnections(postgres, database),
    memoryMb: (freeAtStart - freemem()) / 2 ** 20,
    crossing,
  });
}

const bus = new Bus();
await using transport = new NatsTransport({ url: nats.url, bus, onChange: () => undefined });
const queued = wakeUpTopic({ provider: 'sandbox', type: 'javascript' });
await transport.reach(queued);
// PostgreSQL delays the statistics of an idle connection for this time.
if (!quick) await pause(11_000);
const { used: woken } = await usedBy(async () => {
  for (let call = 0; call < callsPerSecond * callSeconds; call++) {
    bus.notify(queued);
    await pause(1000 / callsPerSecond);
  }
});

const largest = found.at(-1);
if (largest === undefined) throw new Error('There was no stage.');
const perSecond = ({ idle }: Step): number => idle.transactions / idle.seconds;
const looks = (woken.transactions - perSecond(largest) * woken.seconds) / (callsPerSecond * callSeconds);
const cpu = (used: Used, part: 'nodes' | 'postgres' | 'nats'): number => used[part] / used.seconds;

await report(
  {
    name: 'thousand-nodes',
    question,
    figures: found
      .flatMap((stage) => {
        const name = `${String(stage.nodes)} nodes`;
        return [
          { name: `${name}: transactions with nothing to do`, value: perSecond(stage), unit: '/s' },
          { name: `${name}: the model says`, value: predicted(stage.nodes), unit: '/s' },
          ...(stage === largest
            ? [
                {
                  name: `${name}: seen as a share of what the model says`,
                  value: perSecond(stage) / predicted(stage.nodes),
                  unit: '×',
                  goal: { atMost: 1.25 },
                },
              ]
            : []),
          { name: `${name}: connections to PostgreSQL`, value: stage.connections, unit: '' },
          { name: `${name}: memory of all programs together`, value: stage.memoryMb, unit: 'MB' },
          { name: `${name}: PostgreSQL with nothing to do`, value: cpu(stage.idle, 'postgres'), unit: 'processors' },
          { name: `${name}: NATS with nothing to do`, value: cpu(stage.idle, 'nats'), unit: 'processors' },
          { name: `${name}: nodes with nothing to do`, value: cpu(stage.idle, 'nodes'), unit: 'processors' },
          {
            name: `${name}: other programs meanwhile`,
            value: stage.idle.others / stage.idle.seconds,
            unit: 'processors',
          },
          { name: `${name}: node to node at 50 a second: p50`, value: stage.crossing.p50Ms, unit: 'ms' },
          { name: `${name}: node to node at 50 a second: p99`, value: stage.crossing.p99Ms, unit: 'ms' },
        ];
      })
      .concat([
        {
          name: `${String(largest.nodes)} nodes: looks that one call for a job makes`,
          value: looks,
          unit: 'transactions',
        },
        {
          name: `${String(largest.nodes)} nodes: PostgreSQL with fifty calls for a job a second`,
          value: cpu(woken, 'postgres'),
          unit: 'processors',
        },
      ]),
  },
  options,
);
