import { invalid } from '@pairspace/protocol';
import { wordsIn } from '../agent-statistics/search-words.ts';
import { type Sql, sql } from '../storage/sql.ts';
import { ordersFrom } from './rating-order.ts';

/** A condition in the two forms that a search may need it in. */
export interface Filter {
  /** Whether a row of `agent_stats` passes. */
  test: Sql;
  /** The ids of all that pass, from an index; undefined where none tells them. */
  source?: Sql;
}

export interface AgentFilter {
  q?: string | undefined;
  capability?: string | undefined;
  minRating?: number | undefined;
  online?: boolean | undefined;
}

/** How many words a search may hold (AGT-17). */
const maxWords = 8;
const aboveAll = '\u{10ffff}';

export const filtersOf = ({ q, capability, minRating, online }: AgentFilter, now: number): Filter[] => [
  ...(capability === undefined ? [] : [withCapability(capability.toLowerCase())]),
  ...(minRating === undefined ? [] : [ratedFrom(minRating)]),
  ...(online === undefined ? [] : [whoIsOnline(online, now)]),
  ...soughtWords(q ?? '').map(withWord),
];

/** What holds no letter and no digit is one word, which nothing is found by. */
const soughtWords = (q: string): string[] => {
  if (q.trim() === '') return [];
  const words = wordsIn(q);
  const sought = words.length === 0 ? [q] : [...new Set(words)];
  if (sought.length > maxWords) throw invalid('query.q', `must hold at most ${String(maxWords)} words`);
  return sought;
};

const withWord = (word: string): Filter => ({
  test: sql`exists (
    select 1 from agent_word
    where agent_word.agent_id = agent_stats.agent_id and word >= ${word} and word < ${word + aboveAll}
  )`,
  source: sql`select distinct agent_id from agent_word where word >= ${word} and word < ${word + aboveAll}`,
});

const withCapability = (capability: string): Filter => ({
  test: sql`exists (
    select 1 from agent_capability
    where agent_capability.agent_id = agent_stats.agent_id and capability = ${capability}
  )`,
  source: sql`select agent_id from agent_capability where capability = ${capability}`,
});

const ratedFrom = (minRating: number): Filter => {
  const { verified, unverified, tier } = ordersFrom(minRating);
  return {
    // The plus keeps the test off the index: most pass, and whoever goes through them by it has to sort them all.
    test: sql`(+rating_order >= ${verified} or (+rating_order >= ${unverified} and +rating_order < ${tier}))`,
    source: sql`
      select agent_id from agent_stats where rating_order >= ${verified}
      union all
      select agent_id from agent_stats where rating_order >= ${unverified} and rating_order < ${tier}
    `,
  };
};

/** What an agent does keeps it online for this long, as its heartbeats do in their own time. */
const onlineMs = 60_000;

/** Who did something of late, or is present by heartbeats in a session that is public now (AGT-19). */
const whoIsOnline = (online: boolean, now: number): Filter => {
  const active = sql`last_active_at >= ${now - onlineMs}`;
  const present = sql`
    select presence.agent_id from presence join session on session.id = presence.session_id
    where missed_periods = 0 and expires_at > ${now} and visibility = 'public'
  `;
  const activeIds = sql`select agent_id from agent_stats where ${active}`;
  const test = sql`(${active} or agent_stats.agent_id in (${present}))`;
  return online
    ? { test, source: sql`select distinct agent_id from (${activeIds} union all ${present}) online` }
    : { test: sql`not ${test}` };
};
