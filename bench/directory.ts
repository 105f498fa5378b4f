// How long do the directory's pages take with many profiles and ratings, and does it matter how much was said?
//   node --conditions=source bench/directory.ts [profiles] [ratings] [messages]
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { ScoresRow } from '../packages/server/src/agents/agent-store.ts';
import { ratingOrder } from '../packages/server/src/agents/rating-order.ts';
import { saveProfile } from '../packages/server/src/agents/save-profile.ts';
import { startApp } from '../packages/server/src/app.ts';
import { readConfig } from '../packages/server/src/config.ts';
import { systemClock } from '../packages/server/src/lib/clock.ts';
import { joined, type Sql, sql, statement } from '../packages/server/src/storage/sql.ts';
import { openSqlite } from '../packages/server/src/storage/sqlite/open.ts';
import type { Storage } from '../packages/server/src/storage/storage.ts';

const [profiles = 100_000, ratings = 1_000_000, messages = 200_000] = process.argv.slice(2).map(Number);
const samples = 200;
const now = Date.now();

let seed = 1;
/** The same numbers each time: from 0 to below `below`. */
const random = (below: number): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
  return (seed >> 8) % below;
};
/** Small numbers more often, as words and tags are used. */
const skewed = (below: number): number => Math.min(random(below), random(below), random(below));

const syllables = ['ba', 'co', 'di', 'fu', 'ga', 'lo', 'mi', 'nu', 'pe', 'ra', 'so', 'ti', 'vu', 'xe', 'zo', 'qua'];
const wordAt = (index: number): string =>
  [index % 16, (index >> 4) % 16, (index >> 8) % 16].map((at) => syllables[at] ?? '').join('');
const capabilityAt = (index: number): string => `can-${wordAt(index * 7)}`;

const inBatches = async (
  storage: Storage,
  count: number,
  size: number,
  work: (from: number, to: number) => Promise<unknown>[],
): Promise<void> => {
  for (let at = 0; at < count; at += size) await Promise.all(work(at, Math.min(at + size, count)));
  await storage.write((tx) => tx.run`select 1`);
};

const insertRows = (storage: Storage, into: Sql, rows: readonly Sql[]): Promise<number> =>
  storage.write((tx) => tx.run(...statement(sql`insert into ${into} values ${joined(rows, sql`, `)}`)));

const fill = async (storage: Storage): Promise<void> => {
  const { length } = Array.from({ length: profiles });
  await inBatches(storage, length, 256, (from, to) =>
    Array.from({ length: to - from }, (_, offset) => {
      const index = from + offset;
      const name = `${wordAt(random(4096))} ${wordAt(random(4096))}`;
      const description = Array.from({ length: 12 }, () => wordAt(skewed(4096))).join(' ');
      const capabilities = Array.from({ length: 3 }, () => capabilityAt(skewed(200)));
      return storage.write((tx) =>
        saveProfile(tx, { agentId: `agent-${String(index)}`, name, description, capabilities }, undefined),
      );
    }),
  );

  const scores = Array.from({ length: profiles }, () => [0, 0, 0, 0, 0, 0, 0]);
  const ratingTable = sql`rating (agent_id, rater_key, id, score, comment, verified, rater_id, session_id, created_at)`;
  await inBatches(storage, ratings, 20_000, (from, to) =>
    Array.from({ length: Math.ceil((to - from) / 500) }, (_, part) => {
      const rows = Array.from({ length: Math.min(500, to - from - part * 500) }, (_unused, offset) => {
        const index = from + part * 500 + offset;
        const agent = index % 5 === 0 ? skewed(profiles) : random(profiles);
        const score = 5 - skewed(5);
        const verified = Number(random(3) === 0 && agent % 3 !== 0);
        const own = scores[agent] ?? [];
        own[score] = (own[score] ?? 0) + 1;
        own[0] = (own[0] ?? 0) + verified;
        own[6] = (own[6] ?? 0) + verified * score;
        return sql`(${`agent-${String(agent)}`}, ${`name rater-${String(index)}`}, ${`rat_${String(index).padStart(12, '0')}`},
          ${score}, 'Did what was agreed, in time.', ${verified}, ${`rater-${String(index)}`}, null, ${now})`;
      });
      return insertRows(storage, ratingTable, rows);
    }),
  );

  await inBatches(storage, profiles, 256, (from, to) =>
    Array.from({ length: to - from }, (_, offset) => {
      const index = from + offset;
      const [verified = 0, one = 0, two = 0, three = 0, four = 0, five = 0, verifiedSum = 0] = scores[index] ?? [];
      const row: ScoresRow = {
        verified_count: verified,
        verified_sum: verifiedSum,
        scored_1: one,
        scored_2: two,
        scored_3: three,
        scored_4: four,
        scored_5: five,
      };
      const activeAt = now + (index % 200 === 0 ? 3_600_000 : -60_000 - random(1 << 20) * 1000);
      return storage.write(
        (tx) => tx.run`
          update agent_standing set rating_order = ${ratingOrder(row)}, verified_count = ${verified},
            verified_sum = ${verifiedSum}, scored_1 = ${one}, scored_2 = ${two}, scored_3 = ${three},
            scored_4 = ${four}, scored_5 = ${five}, last_active_at = ${activeAt}, sessions_created = ${skewed(1000)},
            sessions_joined = ${skewed(1000)}, messages_sent = ${random(100_000)}
          where agent_id = ${`agent-${String(index)}`}
        `,
      );
    }),
  );
};

const fillMessages = async (storage: Storage): Promise<void> => {
  const eventTable = sql`event (session_id, seq, event, at, actor_kind, actor_id, actor_name, data)`;
  await inBatches(storage, messages, 20_000, (from, to) =>
    Array.from({ length: Math.ceil((to - from) / 500) }, (_, part) =>
      insertRows(
        storage,
        eventTable,
        Array.from({ length: Math.min(500, to - from - part * 500) }, (_unused, offset) => {
          const seq = from + part * 500 + offset;
          return sql`(${`ses_${String(seq % 500)}`}, ${seq}, 'message.created', ${now}, 'agent',
            ${`agent-${String(random(profiles))}`}, 'Agent', ${'{"content":"The first half is done."}'})`;
        }),
      ),
    ),
  );
};

const pages: Record<string, string> = {
  'agents, by name': '/api/agents',
  'agents, q': '/api/agents?q=baco',
  'stats of one': '/api/agents/agent-77/stats',
  'entry with ratings': '/api/directory/agent-77',
  'by rating': '/api/directory',
  'by rating, 200 a page': '/api/directory?limit=200',
  'by activity': '/api/directory?sort=recent',
  'by sessions': '/api/directory?sort=sessions',
  'by name': '/api/directory?sort=name',
  online: '/api/directory?online=true',
  'online, by name': '/api/directory?online=true&sort=name',
  'offline, by sessions': '/api/directory?online=false&sort=sessions',
  'minRating 4.5': '/api/directory?minRating=4.5',
  'minRating 4.5, by name': '/api/directory?minRating=4.5&sort=name',
  'minRating 5, by activity': '/api/directory?minRating=5&sort=recent',
  'common capability': `/api/directory?capability=${capabilityAt(0)}`,
  'middling capability, by name': `/api/directory?capability=${capabilityAt(90)}&sort=name`,
  'rare capability': `/api/directory?capability=${capabilityAt(185)}`,
  'common word': `/api/directory?q=${wordAt(1)}`,
  'rare word': `/api/directory?q=${wordAt(3900)}`,
  'one letter, by activity': '/api/directory?q=z&sort=recent',
  'two words': `/api/directory?q=${wordAt(20)}%20${wordAt(300)}`,
  'everything at once': `/api/directory?q=ba&capability=${capabilityAt(3)}&minRating=4&online=false&sort=sessions`,
};

const percentile = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;

interface Measured {
  items: string;
  p50: number;
  p99: number;
}

const measure = async (url: string): Promise<Measured> => {
  const times: number[] = [];
  let text = '';
  for (let sample = -20; sample < samples; sample++) {
    const begun = performance.now();
    const response = await fetch(url);
    text = await response.text();
    if (!response.ok) throw new Error(`${url}: ${text}`);
    if (sample >= 0) times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  const { data } = JSON.parse(text) as { data: { items?: unknown[] } };
  return { items: String(data.items?.length ?? 1), p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
};

/** The page that begins in the middle of the list. */
const middleOf = async (url: string): Promise<string> => {
  let cursor: string | null = null;
  for (let page = 0; page < 100; page++) {
    const next = `${url}${url.includes('?') ? '&' : '?'}limit=200${cursor === null ? '' : `&cursor=${cursor}`}`;
    const { data } = (await (await fetch(next)).json()) as { data: { nextCursor: string | null } };
    if (data.nextCursor === null) break;
    cursor = data.nextCursor;
  }
  return `${url}${url.includes('?') ? '&' : '?'}limit=50${cursor === null ? '' : `&cursor=${cursor}`}`;
};

const folder = await mkdtemp(join(tmpdir(), 'pairspace-bench-'));
const file = join(folder, 'pairspace.sqlite');
const open = (): Promise<Storage> =>
  openSqlite({
    file,
    clock: systemClock,
    onNudge: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
const filled = async (work: (storage: Storage) => Promise<void>): Promise<void> => {
  await using storage = await open();
  await work(storage);
};

const measureAll = async (): Promise<Map<string, Measured>> => {
  const config = { ...readConfig({}), port: 0, dataFolder: folder, requestRate: 'off' as const };
  await using app = await startApp(config, { clock: systemClock, log: pino({ level: 'error' }) });
  const results = new Map<string, Measured>();
  for (const [name, path] of Object.entries(pages)) results.set(name, await measure(app.url + path));
  for (const sort of ['rating', 'recent', 'sessions', 'name']) {
    const url = await middleOf(`${app.url}/api/directory?sort=${sort}`);
    results.set(`by ${sort}, from the 20,000th`, await measure(url));
  }
  return results;
};

try {
  const begun = performance.now();
  await filled(fill);
  const megabytes = Math.round((await stat(file)).size / 2 ** 20);
  console.log(
    `${String(profiles)} profiles, ${String(ratings)} ratings: ${String(megabytes)} MB, made in ${String(Math.round((performance.now() - begun) / 1000))} s; ${cpus()[0]?.model ?? ''} × ${String(cpus().length)}, Node ${process.version}`,
  );
  const few = await measureAll();
  await filled(fillMessages);
  const many = await measureAll();
  console.log(
    `| page | items | p50 ms | p99 ms | p50 ms with ${String(messages)} messages |\n| --- | ---: | ---: | ---: | ---: |`,
  );
  for (const [name, { items, p50, p99 }] of few) {
    const after = many.get(name)?.p50.toFixed(2) ?? '';
    console.log(`| ${name} | ${items} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${after} |`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
