import { createSession, ratingOrder, saveProfile, type ScoresRow } from '@pairspace/server/inside';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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

/** Fills in the profiles, and opens a session; returns its id. */
const fillProfiles = async (): Promise<string> => {
  await using storage = await openToFill(folder);
  for (let from = 0; from < profiles; from += 256) {
    const saved = times(Math.min(256, profiles - from), (offset) => {
      const name = `${wordAt(random(4096))} ${wordAt(random(4096))}`;
      const description = times(12, () => wordAt(skewed(4096))).join(' ');
      const capabilities = times(3, () => `can-${wordAt(skewed(200) * 7)}`);
      const profile = { agentId: agentAt(from + offset), name, description, capabilities };
      return storage.write((tx) => saveProfile(tx, profile, undefined));
    });
    await Promise.all(saved);
  }
  const given = { agentId: agentAt(0), mode: 'async', maxAgents: 2, metadata: {} } as const;
  const defaults = { defaultVisibility: 'public', inviteTtlMs: 86_400_000 } as const;
  return (await storage.write((tx) => createSession(tx, given, defaults))).session.id;
};

const sessionId = await fillProfiles();
using db = new DatabaseSync(join(folder, 'pairspace.sqlite'));
db.exec('begin');

const rate = db.prepare(`
  insert into rating (agent_id, rater_key, id, score, comment, verified, rater_id, session_id, created_at)
  values (?, ?, ?, ?, 'Did what was agreed, in time.', ?, ?, null, ?)
`);
for (let index = 0; index < ratings; index++) {
  const agent = index % 5 === 0 ? skewed(profiles) : random(profiles);
  const verified = random(3) === 0 && agent % 3 !== 0 ? 1 : 0;
  const rater = `rater-${String(index)}`;
  const id = `rat_${String(index).padStart(12, '0')}`;
  rate.run(agentAt(agent), `name ${rater}`, id, 5 - skewed(5), verified, rater, now);
}

const scores = db.prepare(`
  select count(*) filter (where verified) as verified_count, coalesce(sum(score) filter (where verified), 0) as verified_sum,
    ${times(5, (at) => `count(*) filter (where score = ${String(at + 1)}) as scored_${String(at + 1)}`).join(', ')}
  from rating where agent_id = ?
`);
const update = db.prepare(`
  update agent_stats set verified_count = :verified_count, verified_sum = :verified_sum, scored_1 = :scored_1,
    scored_2 = :scored_2, scored_3 = :scored_3, scored_4 = :scored_4, scored_5 = :scored_5, rating_order = :order,
    last_active_at = :activeAt, sessions = :created + :joined, sessions_created = :created, sessions_joined = :joined,
    messages_sent = :sent
  where agent_id = :agentId
`);
const appear = db.prepare(`
  insert into presence (session_id, agent_id, status, current_activity, last_seen_at, expires_at, missed_periods)
  values (?, ?, 'online', null, ?, ?, 0)
`);
for (let index = 0; index < profiles; index++) {
  const agentId = agentAt(index);
  const row = scores.get(agentId) as unknown as ScoresRow;
  // Of every 200 agents, the first has a future time of activity, so that it stays active during the measurement.
  // Another one sends heartbeats.
  const activeAt = index % 200 === 0 ? now + 3_600_000 : now - 60_000 - random(1 << 20) * 1000;
  const [created, joined, sent] = [skewed(100), skewed(100), random(100_000)];
  update.run({ ...row, order: ratingOrder(row), activeAt, created, joined, sent, agentId });
  if (index % 200 === 100) appear.run(sessionId, agentId, now, now + 3_600_000);
}
db.exec('commit');

const pairs = (query: string): [string, number][] =>
  db
    .prepare(query)
    .all()
    .map(({ found, profiles }) => [String(found), Number(profiles)]);
process.send?.({
  capabilities: pairs(`
    select capability as found, count(*) as profiles from agent_capability group by found order by profiles desc
  `),
  words: pairs(`
    select word as found, count(*) as profiles from agent_word where length(word) > 5 group by found order by profiles desc
  `),
} satisfies FilledDirectory);
process.disconnect?.();
