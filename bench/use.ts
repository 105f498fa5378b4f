import { findPostgres, type LocalPostgres, startPostgres } from '@pairspace/testkit/local-postgres';
import { cpuSeconds, cpuSecondsOfTree, type RunningServer } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, serviceFile, startService } from '@pairspace/testkit/service';
import { median } from '@pairspace/testkit/statistics';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { medianInterval } from './lib/median-interval.ts';
import { loadRound } from './lib/load.ts';
import { createDatabase } from './lib/pgbench.ts';
import { type Detail, report } from './lib/report.ts';
import { sentences } from './lib/sentences.ts';
import { UseLoad } from './lib/use-load.ts';
import { WebhookReceivers } from './lib/webhook-receivers.ts';

const question = `What does the service cost as it is used? 1,000 sessions of three agents; each agent waits at its inbox by
a long poll and acknowledges what comes; one session in ten has a webhook. Messages of 300 characters come at moments that
are independent of the answers, at most two a second in each session; every other one mentions an agent. The processor
time of the service counts all of that. On the embedded database, and where it is installed on PostgreSQL. A
second figure is a flood: 64 connections that post to one session. With \`--against FOLDER\`, which may be given more than
once, other checkouts are measured beside this one. Rounds alternate; figures are medians, and a comparison is the median
of the rounds’ quotients with its interval of 95 %.`;

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    folder: { type: 'string', default: join(import.meta.dirname, 'data') },
    against: { type: 'string', multiple: true, default: [] },
    /** Undefined: every backend that is installed. */
    backend: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    /** Messages in all sessions together, in a second. */
    rate: { type: 'string' },
    'without-flood': { type: 'boolean', default: false },
  },
});
const { quick } = options;
const rounds = Number(options.rounds ?? (quick ? 1 : 10));
const seconds = Number(options.seconds ?? (quick ? 3 : 5));
const sessions = quick ? 100 : 1000;
const perSecond = Number(options.rate ?? sessions * 0.4);
const seats = 3;
const secret = 'the secret of this benchmark';
if (perSecond > sessions * 2) throw new Error('A session takes two messages a second at most.');

const loads = ['use', 'flood'] as const;
type LoadName = (typeof loads)[number];
interface Measured {
  load: LoadName;
  name: string;
  messages: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the service, and of the database server, for each message. */
  cpuUs: number;
  databaseUs: number;
}

interface Contender {
  name: string;
  service: RunningServer;
  use: UseLoad;
  flooded: { url: string; token: string };
}

const checkouts = [
  { name: 'this', file: serviceFile },
  ...options.against.map((folder) => ({ name: basename(folder), file: join(folder, 'packages/server/src/main.js') })),
];

await using scratch = await scratchFolder(options.folder);
using receivers = await WebhookReceivers.open({ count: 1, hang: false, secret });

const startContender = async (
  held: AsyncDisposableStack,
  { name, file }: (typeof checkouts)[number],
  backend: string,
  databaseUrl: string | undefined,
): Promise<Contender> => {
  const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, PAIRSPACE_SECRET_KEY: '11'.repeat(32) };
  const service = held.use(await startService({ folder: join(scratch.path, `${backend}-${name}`), file, env }));
  const [webhookUrl = ''] = receivers.urls;
  const use = held.use(
    await UseLoad.open({ url: service.url, sessions, seats, webhookEvery: 10, webhook: { url: webhookUrl, secret } }),
  );
  const { url, token } = await createSession(service.url);
  return { name, service, use, flooded: { url: `${url}/messages`, token } };
};

const measure = async (load: LoadName, contender: Contender, postgres?: LocalPostgres): Promise<Measured> => {
  const { name, service, use, flooded } = contender;
  const databaseCpu = (): number => (postgres === undefined ? 0 : cpuSecondsOfTree(postgres.pid()));
  const before = [cpuSeconds(service.pid), databaseCpu()] as const;
  const round =
    load === 'use'
      ? await use.round({ seconds, perSecond })
      : await loadRound({ ...flooded, body: { content: sentences }, connections: 64, seconds }, service.pid);
  const after = [cpuSeconds(service.pid), databaseCpu()] as const;
  if (round.failed > 0) throw new Error(`${String(round.failed)} requests to ${name} failed.`);
  const messages = 'messages' in round ? round.messages : round.perSecond * seconds;
  return {
    load,
    name,
    messages: messages / seconds,
    p50Ms: round.p50Ms,
    p99Ms: round.p99Ms,
    cpuUs: ((after[0] - before[0]) * 1e6) / messages,
    databaseUs: ((after[1] - before[1]) * 1e6) / messages,
  };
};

const measureOn = async (backend: string, postgres?: LocalPostgres): Promise<Measured[]> => {
  await using held = new AsyncDisposableStack();
  const contenders: Contender[] = [];
  for (const [index, checkout] of checkouts.entries()) {
    const database = `use${String(index)}`;
    if (postgres) await createDatabase(postgres, database);
    const databaseUrl = postgres && new URL(`/${database}`, postgres.url).href;
    contenders.push(await startContender(held, checkout, backend, databaseUrl));
  }
  const measured: Measured[] = [];
  const asked = options['without-flood'] ? (['use'] as const) : loads;
  for (let round = 0; round <= rounds; round++) {
    for (const load of asked) {
      for (const contender of contenders) {
        const result = await measure(load, contender, postgres);
        // The first round warms up.
        if (round > 0) measured.push(result);
      }
    }
  }
  return measured;
};

const backends: { name: string; measured: Measured[] }[] = [];
if (options.backend !== 'postgres') backends.push({ name: 'SQLite', measured: await measureOn('sqlite') });
if (options.backend !== 'sqlite' && findPostgres() !== undefined) {
  await using postgres = await startPostgres();
  backends.push({ name: 'PostgreSQL', measured: await measureOn('postgres', postgres) });
}

const valuesOf = (
  measured: readonly Measured[],
  load: LoadName,
  name: string,
  key: 'messages' | 'p50Ms' | 'p99Ms' | 'cpuUs' | 'databaseUs',
) => measured.filter((one) => one.load === load && one.name === name).map((one) => one[key]);

const figuresOf = (backend: string, measured: readonly Measured[], load: LoadName) => {
  const middle = (key: Parameters<typeof valuesOf>[3]): number => median(valuesOf(measured, load, 'this', key));
  const title = `${backend}, ${load}`;
  return [
    { name: `${title}: messages`, value: middle('messages'), unit: '/s' },
    { name: `${title}: processor time`, value: middle('cpuUs'), unit: 'µs a message' },
    ...(backend === 'SQLite'
      ? []
      : [{ name: `${title}: processor time of the database`, value: middle('databaseUs'), unit: 'µs a message' }]),
    { name: `${title}: p50`, value: middle('p50Ms'), unit: 'ms' },
    { name: `${title}: p99`, value: middle('p99Ms'), unit: 'ms' },
  ];
};

/** How much more than another checkout this one takes, round by round. */
const comparison = (): Detail => ({
  title: 'Processor time, for each of the other checkout',
  columns: ['backend', 'load', 'against', 'service', 'from', 'to', 'database', 'from', 'to'],
  rows: backends.flatMap(({ name: backend, measured }) =>
    loads.flatMap((load) =>
      checkouts.slice(1).map(({ name }) => {
        const quotients = (key: 'cpuUs' | 'databaseUs'): number[] => {
          const others = valuesOf(measured, load, name, key);
          return valuesOf(measured, load, 'this', key).map((value, round) => value / (others[round] ?? NaN));
        };
        return [
          backend,
          load,
          name,
          ...(['cpuUs', 'databaseUs'] as const).flatMap((key) => {
            const { middle, from, to } = medianInterval(quotients(key));
            return [middle, from, to];
          }),
        ];
      }),
    ),
  ),
});

const found = backends.flatMap(({ name, measured }) => loads.flatMap((load) => figuresOf(name, measured, load)));
await report(
  {
    name: 'use',
    question,
    figures: found.filter(({ value }) => !Number.isNaN(value)),
    details: [
      ...(checkouts.length > 1 ? [comparison()] : []),
      {
        title: 'Rounds',
        columns: [
          'backend',
          'load',
          'who',
          'messages/s',
          'p50 ms',
          'p99 ms',
          'CPU µs/message',
          'CPU µs of the database',
        ],
        rows: backends.flatMap(({ name: backend, measured }) =>
          measured.map(({ load, name, messages, p50Ms, p99Ms, cpuUs, databaseUs }) => [
            backend,
            load,
            name,
            messages,
            p50Ms,
            p99Ms,
            cpuUs,
            databaseUs,
          ]),
        ),
      },
    ],
  },
  options,
);
