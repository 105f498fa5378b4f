import { invalid } from '@pairspace/protocol';
import { wordsIn } from '../agent-statistics/search-words.ts';
import { type Sql, sql } from '../storage/sql.ts';
import { ordersFrom } from './rating-order.ts';

/** A condition in two forms, for a test and for a search. */
export interface Filter {
  /** Whether a row of `agent_stats` passes. */
  test: Sql;
  /** A query for the ids of all matches by an index; undefined without an index. */
  source?: Sql;
}

export interface AgentFilter {
  q?: string | undefined;
  capability?: string | undefined;
  minRating?: number | undefined;
  online?: boolean | undefined;
}

/** The greatest number of words in a search (AGT-17). */
const maxWords = 8;
const aboveAll = '\u{10ffff}';

export const filtersOf = ({ q, capability, minRating, online }: AgentFilter, now: number): Filter[] => [
  ...(capability === undefined ? [] : [withCapability(capability.toLowerCase())]),
  ...(minRating === undefined ? [] : [ratedFrom(minRating)]),
  ...(online === undefined ? [] : [whoIsOnline(online, now)]),
  ...soughtWords(q ?? '').map(withWord),
];

/** A search without letters and digits counts as one word that finds nothing. */
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
    // The plus keeps SQLite from using the index: most rows match, and a search through the index would have to sort
    // them all.
    test: sql`(+rating_order >= ${verified} or (+rating_order >= ${unverified} and +rating_order < ${tier}))`,
    source: sql`
      select agent_id from agent_stats where rating_order >= ${verified}
      union all
      select agent_id from agent_stats where rating_order >= ${unverified} and rating_order < ${tier}
    `,
  };
};

/** The time for which an act keeps an agent online, like a heartbeat. */
const onlineMs = 60_000;

/** Agents with a recent act, or with heartbeats in a session that is public now (AGT-19). */
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
