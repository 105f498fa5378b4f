import { call } from '@pairspace/testkit/call';
import { findPostgres, type LocalPostgres, startPostgres } from '@pairspace/testkit/local-postgres';
import { type RunningServer, runScript } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import { quantile } from '@pairspace/testkit/statistics';
import { statSync } from 'node:fs';
import { threadTimes, workerThreadsCpuMs } from '@pairspace/testkit/thread-times';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Agent } from 'undici';
import { atMost, figure } from './lib/figures.ts';
import type { FillSearch } from './lib/fill-search.ts';
import { after, ask as askOf, paced, resultOf } from './lib/load.ts';
import { timed } from './lib/other-client.ts';
import { benchOptions } from './lib/options.ts';
import { report } from './lib/report.ts';
import { everywhere, rareWordAt, SearchTexts, wordAt } from './lib/search-texts.ts';
import { createDatabase, sql } from './lib/sql.ts';

const question = `How long does a search take among many messages, how soon is a message found, and what does that cost?
200,000 messages of 31 words, which are as frequent as those of a language, in 200 public sessions. Searches of each
kind by one client, one after the other, over HTTP. Then 500 messages a second come, at moments that are independent of
the answers; meanwhile some messages of a new word are posted, and searches over all public sessions ask until they find
it.`;

const { values: options } = parseArgs({
  options: {
    ...benchOptions,
    /** `sqlite` or `postgres`; undefined: every one that is installed. */
    database: { type: 'string' },
    messages: { type: 'string' },
  },
});
const { quick } = options;
const messages = Number(options.messages ?? (quick ? 10_000 : 200_000));
const sessionCount = quick ? 100 : 200;
/** The sessions in which the agent of the key has a seat. */
const ownSessions = sessionCount / 10;
const samples = quick ? 20 : 200;
/** A kind of slow searches has fewer samples. */
const secondsEach = 5;
const rate = quick ? 200 : 500;
const rateSeconds = quick ? 5 : 20;
const creatorOf = (session: number): string => `filler-${String(session)}`;

interface Times {
  kind: string;
  items: number;
  partial: number;
  p50Ms: number;
  p99Ms: number;
}

interface Page {
  items: unknown[];
  nextCursor: string | null;
  indexedSeq: number | null;
  partial: boolean;
}

interface Backend {
  name: string;
  times: Times[];
  foundP50Ms: number;
  foundP99Ms: number;
  posted: number;
  /** Processor time for each message of the thread that serves, and of the threads beside it. */
  servingUs: number;
  besideUs: number;
  /** The size of the database with the index, for each message. */
  bytesEach: number;
}

interface Place {
  sessions: OpenSession[];
  /** The session in which every search of one session looks. */
  one: OpenSession;
  agentKey: string;
}

await using scratch = await scratchFolder(options.folder);

const client = new Agent({ connections: 64 });
const ask = <Data>(url: string, token?: string, body?: unknown): Promise<Data> => {
  const { origin, pathname, search } = new URL(url);
  return askOf<Data>(client, origin, { path: `${pathname}${search}`, token, body });
};

/** Sessions with a note each, and an agent with a key that has a seat in some of them. */
const openPlace = async (url: string): Promise<Place> => {
  const { agentKey } = await call<{ agentKey: string }>(`${url}/api/agents`, {
    body: { agentId: 'key-holder', name: 'Kay', protect: true },
  });
  const sessions: OpenSession[] = [];
  for (let made = 0; made < sessionCount; made++) {
    const session = await createSession(url, { agentId: creatorOf(made) });
    sessions.push(session);
    const body = { title: `Plan of ${wordAt(made)}`, content: new SearchTexts(made).messageAt(1) };
    await call(`${session.url}/notes`, { token: session.token, body });
    if (made >= ownSessions) continue;
    const { inviteCode } = await call<{ inviteCode: string }>(session.url, { token: session.token });
    await call(`${session.url}/join`, { token: agentKey, body: { agentId: 'key-holder', inviteCode } });
  }
  const [one] = sessions;
  if (!one) throw new Error('There is no session.');
  return { sessions, one, agentKey };
};

const searchesOf = (base: string, { one, agentKey }: Place): [kind: string, url: string, token?: string][] => {
  const inSession = `${base}/api/sessions/${one.id}/search`;
  const [common, second, middle, seldom] = [wordAt(0), wordAt(1), wordAt(300), wordAt(20_000)];
  const rare = rareWordAt(messages / 2);
  const queries: [string, string][] = [
    ['a rare word', rare],
    ['a word that nobody wrote', 'nobodywrote'],
    ['a word of every message', everywhere],
    ['a frequent word', common],
    ['two frequent words', `${common} ${second}`],
    ['a frequent and a seldom word', `${everywhere} ${seldom}`],
    ['words that no message has together', `${everywhere} ${rare} ${rareWordAt(0)}`],
    ['a prefix of two letters', 'ba*'],
    ['a prefix of three letters', `${middle.slice(0, 3)}*`],
    ['a prefix of every message', `${everywhere.slice(0, 4)}*`],
    ['eight prefixes of a letter', 'a* b* c* d* f* g* l* m*'],
    ['a phrase', `"${common} ${second}"`],
    ['a phrase that nobody wrote', `"${everywhere} ${common}"`],
    ['a word without another', `${everywhere} -${common}`],
    ['a word without what all have', `${common} -${everywhere}`],
  ];
  const q = (text: string): string => `?q=${encodeURIComponent(text)}`;
  return [
    ...queries.flatMap(([kind, text]): [string, string, string?][] => [
      [`public: ${kind}`, `${base}/api/search${q(text)}`],
      [`in a session: ${kind}`, `${inSession}${q(text)}`, one.token],
      [`own: ${kind}`, `${base}/api/me/search${q(text)}`, agentKey],
    ]),
    ['public: a word, by its author', `${base}/api/search${q(common)}&author=${creatorOf(0)}`],
    ['public: a word, of a kind', `${base}/api/search${q(common)}&kind=note`],
    ['public: a word, before the first', `${base}/api/search${q(everywhere)}&before=2026-01-01T00:00:00.000Z`],
  ];
};

const measure = async (kind: string, url: string, token?: string): Promise<Times> => {
  const pages: Page[] = [];
  const search = async (): Promise<unknown> => pages.push(await ask<Page>(url, token));
  await search();
  const isOver = after(secondsEach);
  const times: number[] = [];
  while (times.length < samples && !isOver()) times.push(await timed(search));
  const partial = pages.slice(1).filter((page) => page.partial).length;
  const items = pages.at(-1)?.items.length ?? 0;
  return { kind, items, partial, p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) };
};

/** From the answer to a message to the answer of a search over all public sessions that finds it, under load. */
const measureFreshness = async ({ url: base, pid }: RunningServer, sessions: readonly OpenSession[]) => {
  const places = sessions.map(({ id, token }) => ({ path: `/api/sessions/${id}/messages`, token }));
  const placeOf = (index: number) => places[index % places.length] ?? { path: '/', token: '' };
  const texts = new SearchTexts(7);
  const before = [threadTimes(pid).cpuMs, workerThreadsCpuMs(pid)] as const;
  const isOver = after(rateSeconds);
  const load = paced({
    perSecond: rate,
    isOver,
    random: true,
    work: (index) => askOf(client, base, { ...placeOf(index), body: { content: texts.messageAt(index + 1) } }),
  });
  const tookMs: number[] = [];
  for (let probe = 0; !isOver(); probe++) {
    const word = `fresh${String(probe)}`;
    await askOf(client, base, { ...placeOf(probe), body: { content: word } });
    const begun = performance.now();
    while ((await ask<Page>(`${base}/api/search?q=${word}`)).items.length === 0);
    tookMs.push(performance.now() - begun);
  }
  const { count, perSecond } = resultOf(await load);
  return {
    foundP50Ms: quantile(tookMs, 0.5),
    foundP99Ms: quantile(tookMs, 0.99),
    posted: perSecond,
    servingUs: ((threadTimes(pid).cpuMs - before[0]) * 1e3) / count,
    besideUs: ((workerThreadsCpuMs(pid) - before[1]) * 1e3) / count,
  };
};

const sizeOf = async (folder: string, postgres?: LocalPostgres): Promise<number> =>
  postgres
    ? Number((await sql(postgres, 'search', 'select pg_database_size(current_database())'))[0])
    : statSync(join(folder, 'pairspace.sqlite')).size;

const measureOn = async (name: string, postgres?: LocalPostgres): Promise<Backend> => {
  const env = postgres ? await createDatabase(postgres, 'search') : {};
  const folder = join(scratch.path, name);
  const start = (): Promise<RunningServer> => startService({ folder, file: options.server, env });
  const first = await start();
  const place = await openPlace(first.url);
  await first[Symbol.asyncDispose]();
  const sessions = place.sessions.map(({ id }, index) => ({ id, agentId: creatorOf(index) }));
  await runScript(join(import.meta.dirname, 'lib/fill-search.ts'), {
    folder,
    databaseUrl: env['DATABASE_URL'],
    sessions,
    messages,
  } satisfies FillSearch);
  if (postgres) await sql(postgres, 'search', 'analyze');
  await using service = await start();
  const times: Times[] = [];
  // The index first follows the logs that were filled.
  for (let at = 0; at < 300 && (await timed(() => ask(`${service.url}/api/search?q=${everywhere}`))) > 500; at++);
  for (const search of searchesOf(service.url, place)) times.push(await measure(...search));
  const bytesEach = (await sizeOf(folder, postgres)) / messages;
  const freshness = await measureFreshness(service, place.sessions);
  return { name, times, ...freshness, bytesEach };
};

const backends: Backend[] = [];
if (options.database !== 'postgres') backends.push(await measureOn('SQLite'));
if (options.database !== 'sqlite' && findPostgres() !== undefined) {
  await using postgres = await startPostgres();
  backends.push(await measureOn('PostgreSQL', postgres));
}

const figuresOf = ({ name, times, ...found }: Backend) => [
  ...['public', 'in a session', 'own'].map((where) => {
    const [slowest] = times
      .filter(({ kind }) => kind.startsWith(where))
      .toSorted((one, other) => other.p99Ms - one.p99Ms);
    const { kind = '', p99Ms = NaN } = slowest ?? {};
    return figure(`${name}: p99 of the slowest search (${kind})`, p99Ms, 'ms', ...atMost(100, 1000));
  }),
  figure(`${name}: a message is found, p50`, found.foundP50Ms, 'ms'),
  figure(`${name}: a message is found, p99`, found.foundP99Ms, 'ms', ...atMost(1000, 5000)),
  figure(`${name}: messages meanwhile`, found.posted, '/s'),
  figure(`${name}: processor time of the thread that serves`, found.servingUs, 'µs a message'),
  figure(`${name}: processor time of the threads beside it`, found.besideUs, 'µs a message'),
  figure(`${name}: the database, for each message`, found.bytesEach, 'bytes'),
];

await report(options, {
  name: 'search',
  question,
  figures: [figure('messages', messages), ...backends.flatMap(figuresOf)],
  details: [
    {
      title: 'Searches',
      columns: ['database', 'search', 'items', 'partial', 'p50 ms', 'p99 ms'],
      rows: backends.flatMap(({ name, times }) =>
        times.map(({ kind, items, partial, p50Ms, p99Ms }) => [name, kind, items, partial, p50Ms, p99Ms]),
      ),
    },
  ],
});
