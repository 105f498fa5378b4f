import { findPostgres, startPostgres } from '@pairspace/testkit/local-postgres';
import { cpuSeconds, type RunningServer } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, serviceFile, startService } from '@pairspace/testkit/service';
import { median } from '@pairspace/testkit/statistics';
import { threadTimes } from '@pairspace/testkit/thread-times';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { medianInterval } from './lib/median-interval.ts';
import { postPaced } from './lib/paced-posts.ts';
import { createDatabase } from './lib/pgbench.ts';
import { report } from './lib/report.ts';
import { SearchTexts } from './lib/search-texts.ts';

const question = `What does the index of searches cost a message? This checkout, and another one without search that
\`--against FOLDER\` names, take 500 messages a second in 100 sessions, at moments that are independent of the answers.
Rounds alternate, and a comparison is the median of the rounds’ quotients with its interval of 95 %. The index is filled by
a thread of its own beside the commits, so the processor time of the thread that serves requests is compared; that of
the whole process is in the rounds.`;

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    folder: { type: 'string', default: join(import.meta.dirname, 'data') },
    against: { type: 'string' },
    /** Undefined: every backend that is installed. */
    backend: { type: 'string' },
    rounds: { type: 'string' },
  },
});
const { quick, against } = options;
if (against === undefined) throw new Error('Give the folder of a checkout without search by --against.');
const rounds = Number(options.rounds ?? (quick ? 2 : 15));
const load = { perSecond: quick ? 200 : 500, seconds: quick ? 2 : 4 };
const sessionCount = 100;

interface Cost {
  backend: string;
  who: string;
  serveUs: number;
  allUs: number;
  p50Ms: number;
  p99Ms: number;
}

const contenders = [
  { who: 'this', file: serviceFile },
  { who: basename(against), file: join(against, 'packages/server/src/main.js') },
];
await using scratch = await scratchFolder(options.folder);

type UrlOf = (index: number) => Promise<string | undefined>;

const measureOn = async (backend: string, databaseUrlOf: UrlOf): Promise<Cost[]> => {
  await using held = new AsyncDisposableStack();
  const running: { who: string; service: RunningServer; places: OpenSession[] }[] = [];
  for (const [index, { who, file }] of contenders.entries()) {
    const databaseUrl = await databaseUrlOf(index);
    const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, PAIRSPACE_SECRET_KEY: '11'.repeat(32) };
    const service = held.use(await startService({ folder: join(scratch.path, `${backend}-${who}`), file, env }));
    const places: OpenSession[] = [];
    for (let made = 0; made < sessionCount; made++) places.push(await createSession(service.url));
    running.push({ who, service, places });
  }
  const costs: Cost[] = [];
  for (let round = 0; round <= rounds; round++) {
    // Another one begins each round.
    for (const { who, service, places } of round % 2 === 0 ? running : running.toReversed()) {
      const texts = new SearchTexts(round);
      const before = [threadTimes(service.pid).cpuMs * 1000, cpuSeconds(service.pid) * 1e6] as const;
      const { posted, p50Ms, p99Ms } = await postPaced({
        ...load,
        places,
        contentOf: (index) => texts.messageAt(index + 1),
      });
      const serveUs = (threadTimes(service.pid).cpuMs * 1000 - before[0]) / posted;
      const allUs = (cpuSeconds(service.pid) * 1e6 - before[1]) / posted;
      // The first round warms up.
      if (round > 0) costs.push({ backend, who, serveUs, allUs, p50Ms, p99Ms });
    }
  }
  return costs;
};

const costs: Cost[] = [];
if (options.backend !== 'postgres') costs.push(...(await measureOn('SQLite', () => Promise.resolve(undefined))));
if (options.backend !== 'sqlite' && findPostgres() !== undefined) {
  await using postgres = await startPostgres();
  const databaseUrlOf: UrlOf = async (index) => {
    const database = `search_cost_${String(index)}`;
    await createDatabase(postgres, database);
    return new URL(`/${database}`, postgres.url).href;
  };
  costs.push(...(await measureOn('PostgreSQL', databaseUrlOf)));
}

type Measure = 'serveUs' | 'p50Ms' | 'p99Ms';
const valuesOf = (backend: string, isThis: boolean, key: Measure): number[] =>
  costs.filter((cost) => cost.backend === backend && (cost.who === 'this') === isThis).map((cost) => cost[key]);
const quotients = (backend: string, key: Measure): number[] => {
  const others = valuesOf(backend, false, key);
  return valuesOf(backend, true, key).map((value, round) => value / (others[round] ?? NaN));
};
const backends = [...new Set(costs.map(({ backend }) => backend))];

await report(
  {
    name: 'search-cost',
    question,
    figures: backends.flatMap((backend) => [
      { name: `${backend}: processor time`, value: median(valuesOf(backend, true, 'serveUs')), unit: 'µs a message' },
      {
        name: `${backend}: processor time, of that without search`,
        value: median(quotients(backend, 'serveUs')),
        unit: '×',
        goal: { atMost: 1.03 },
        sanity: { atMost: 2 },
      },
      { name: `${backend}: p99`, value: median(valuesOf(backend, true, 'p99Ms')), unit: 'ms' },
      { name: `${backend}: p99, of that without search`, value: median(quotients(backend, 'p99Ms')), unit: '×' },
    ]),
    details: [
      {
        title: 'Over the other checkout',
        columns: ['backend', 'figure', 'median', 'from', 'to'],
        rows: backends.flatMap((backend) =>
          (['serveUs', 'p50Ms', 'p99Ms'] as const).map((key) => {
            const { middle, from, to } = medianInterval(quotients(backend, key));
            return [backend, key, middle, from, to];
          }),
        ),
      },
      {
        title: 'Rounds',
        columns: ['backend', 'who', 'CPU µs of the serving thread', 'CPU µs of the process', 'p50 ms', 'p99 ms'],
        rows: costs.map(({ backend, who, serveUs, allUs, p50Ms, p99Ms }) => [
          backend,
          who,
          serveUs,
          allUs,
          p50Ms,
          p99Ms,
        ]),
      },
    ],
  },
  options,
);
