import {
  createSession,
  joined,
  ratingOrder,
  saveProfile,
  type ScoresRow,
  type Sql,
  sql,
  statement,
} from '@pairspace/server/inside';
import { openToFill } from './open-to-fill.ts';

export interface FillDirectory {
  folder: string;
  profiles: number;
  ratings: number;
}

/** Words and tags for searches, with the number of profiles that contain them. */
export interface FilledDirectory {
  capabilities: [capability: string, profiles: number][];
  words: [word: string, profiles: number][];
}

/**
 * Adds profiles by the service's own operation. Ratings and statistics are inserted as rows, as the operations would
 * leave them. The result is the same each time.
 */
const { folder, profiles, ratings } = JSON.parse(process.argv[2] ?? '') as FillDirectory;
const now = Date.now();
await using storage = await openToFill(folder);

let state = 1;
const random = (below: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
  return (state >> 8) % below;
};
/** A distribution with more small numbers, like the frequency of words and tags. */
const skewed = (below: number): number => Math.min(random(below), random(below), random(below));
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const syllables = ['ba', 'co', 'di', 'fu', 'ga', 'lo', 'mi', 'nu', 'pe', 'ra', 'so', 'ti', 'vu', 'xe', 'zo', 'qua'];
const wordAt = (index: number): string =>
  [index % 16, (index >> 4) % 16, (index >> 8) % 16].map((at) => syllables[at] ?? '').join('');
const agentAt = (index: number): string => `agent-${String(index)}`;

/** Runs the work for each number below `count`, with `size` calls at once. */
const inBatches = async (count: number, size: number, work: (index: number) => Promise<unknown>): Promise<void> => {
  for (let from = 0; from < count; from += size) {
    await Promise.all(times(Math.min(size, count - from), (offset) => work(from + offset)));
  }
};

const insert = (into: Sql, count: number, rowAt: (index: number) => Sql): Promise<void> => {
  const together = 500;
  return inBatches(Math.ceil(count / together), 20, (batch) => {
    const from = batch * together;
    const rows = times(Math.min(together, count - from), (offset) => rowAt(from + offset));
    return storage.write((tx) => tx.run(...statement(sql`insert into ${into} values ${joined(rows, sql`, `)}`)));
  });
};

await inBatches(profiles, 256, (index) => {
  const name = `${wordAt(random(4096))} ${wordAt(random(4096))}`;
  const description = times(12, () => wordAt(skewed(4096))).join(' ');
  const capabilities = times(3, () => `can-${wordAt(skewed(200) * 7)}`);
  return storage.write((tx) =>
    saveProfile(tx, { agentId: agentAt(index), name, description, capabilities }, undefined),
  );
});

const scores = times(profiles, (): ScoresRow => ({
  verified_count: 0,
  verified_sum: 0,
  scored_1: 0,
  scored_2: 0,
  scored_3: 0,
  scored_4: 0,
  scored_5: 0,
}));
const scored = ['scored_1', 'scored_2', 'scored_3', 'scored_4', 'scored_5'] as const;
await insert(
  sql`rating (agent_id, rater_key, id, score, comment, verified, rater_id, session_id, created_at)`,
  ratings,
  (index) => {
    const agent = index % 5 === 0 ? skewed(profiles) : random(profiles);
    const score = 5 - skewed(5);
    const verified = random(3) === 0 && agent % 3 !== 0 ? 1 : 0;
    const row = scores[agent];
    const column = scored[score - 1];
    if (row && column) {
      row[column]++;
      row.verified_count += verified;
      row.verified_sum += verified * score;
    }
    const rater = `rater-${String(index)}`;
    return sql`(${agentAt(agent)}, ${`name ${rater}`}, ${`rat_${String(index).padStart(12, '0')}`}, ${score},
      'Did what was agreed, in time.', ${verified}, ${rater}, null, ${now})`;
  },
);

await inBatches(profiles, 256, (index) => {
  const row = scores[index];
  if (!row) return Promise.resolve();
  // Of every 200 agents, the first has a future time of activity, so that it stays active during the measurement.
  // Another one sends heartbeats.
  const activeAt = index % 200 === 0 ? now + 3_600_000 : now - 60_000 - random(1 << 20) * 1000;
  const [created, joinedBy] = [skewed(100), skewed(100)];
  return storage.write(
    (tx) => tx.run`
      update agent_stats set rating_order = ${ratingOrder(row)}, verified_count = ${row.verified_count},
        verified_sum = ${row.verified_sum}, scored_1 = ${row.scored_1}, scored_2 = ${row.scored_2},
        scored_3 = ${row.scored_3}, scored_4 = ${row.scored_4}, scored_5 = ${row.scored_5},
        last_active_at = ${activeAt}, sessions = ${created + joinedBy}, sessions_created = ${created},
        sessions_joined = ${joinedBy},
        messages_sent = ${random(100_000)}
      where agent_id = ${agentAt(index)}
    `,
  );
});

const { session } = await storage.write((tx) =>
  createSession(
    tx,
    { agentId: agentAt(0), mode: 'async', maxAgents: 2, metadata: {} },
    { defaultVisibility: 'public', inviteTtlMs: 86_400_000 },
  ),
);
await insert(
  sql`presence (session_id, agent_id, status, current_activity, last_seen_at, expires_at, missed_periods)`,
  Math.floor(profiles / 200),
  (index) => sql`(${session.id}, ${agentAt(index * 200 + 100)}, 'online', null, ${now}, ${now + 3_600_000}, 0)`,
);

interface CountRow {
  found: string;
  profiles: number;
}

const capabilities = await storage.read.all<CountRow>`
  select capability as found, count(*) as profiles from agent_capability group by capability order by profiles desc
`;
const words = await storage.read.all<CountRow>`
  select word as found, count(*) as profiles from agent_word where length(word) > 5 group by word order by profiles desc
`;
const pairs = (rows: readonly CountRow[]) => rows.map(({ found, profiles }): [string, number] => [found, profiles]);
process.send?.({ capabilities: pairs(capabilities), words: pairs(words) } satisfies FilledDirectory);
process.disconnect?.();
