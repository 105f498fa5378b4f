import type { DirectorySort } from '@pairspace/protocol';
import { joined, type Sql, sql, statement } from '../storage/sql.ts';
import { numberAndIdCursor, type Page, pageWithin, textAndIdCursor } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AgentRow } from './agent-store.ts';
import type { Filter } from './filters.ts';

/**
 * The limit for a filter from which a search starts: its matches are read one by one and sorted. If every filter
 * matches more agents, the search walks the requested order in steps until a page is full.
 */
const usuallyFew = 2000;

interface Order {
  key: Sql;
  /** Whether the smallest key comes first. */
  ascending: boolean;
  keyOf: (row: AgentRow) => string | number;
}

const orders: Record<DirectorySort, Order> = {
  rating: { key: sql`rating_order`, ascending: false, keyOf: (row) => row.rating_order },
  recent: { key: sql`last_active_at`, ascending: false, keyOf: (row) => row.last_active_at },
  sessions: { key: sql`sessions`, ascending: false, keyOf: (row) => row.sessions },
  name: { key: sql`name_folded`, ascending: true, keyOf: (row) => row.name_folded },
};

interface Search {
  kind: string;
  sort: DirectorySort;
  filters: readonly Filter[];
  limit: number;
  cursor: string | undefined;
}

/** The number of agents that are read before other requests get a turn: about 20 ms. */
const agentsOfStep = 10_000;

interface SearchOptions {
  fewAgents?: number;
  stepAgents?: number;
}

/** A page of the agents that pass all filters, in the requested order and then by id (AGT-8). */
export const searchAgents = async (
  db: Queries,
  { kind, sort, filters, limit, cursor }: Search,
  { fewAgents = usuallyFew, stepAgents = agentsOfStep }: SearchOptions = {},
): Promise<Page<AgentRow>> => {
  const order = orders[sort];
  const few = await narrowest(db, filters, fewAgents);
  const tests = filters.filter((filter) => filter !== few).map(({ test }) => test);
  const rows: AgentRow[] = [];
  let after: Position | undefined = order.ascending ? textAndIdCursor(kind, cursor) : numberAndIdCursor(kind, cursor);
  for (;;) {
    // Without a test every agent matches, so a page is soon full.
    const until = few || tests.length === 0 ? undefined : await positionBeyond(db, order, after, stepAgents);
    const from = few
      ? sql`(${few.source} limit 0 + ${fewAgents}) few join agent_stats using (agent_id)`
      : sql`agent_stats`;
    const bounds = [...(after ? [beyond(order, after)] : []), ...(until ? [sql`not ${beyond(order, until)}`] : [])];
    rows.push(...(await find(db, { order, from, conditions: [...bounds, ...tests], limit: limit + 1 - rows.length })));
    if (!until || rows.length > limit) break;
    after = until;
    await nextTurn();
  }
  return pageWithin(kind, rows, limit, (row) => [order.keyOf(row), row.agent_id], bytesOf);
};

/** The position of an agent in an order. */
type Position = [key: string | number, agentId: string];

const beyond = ({ key, ascending }: Order, [value, agentId]: Position): Sql =>
  sql`(${key}, agent_id) ${ascending ? sql`>` : sql`<`} (${value}, ${agentId})`;

/** The position of the last agent of a step; undefined when fewer are left. */
const positionBeyond = async (
  db: Queries,
  order: Order,
  after: Position | undefined,
  stepAgents: number,
): Promise<Position | undefined> => {
  const direction = order.ascending ? sql`asc` : sql`desc`;
  const row = await db.get<{ sort_key: string | number; agent_id: string }>(
    ...statement(sql`
      select ${order.key} as sort_key, agent_id from agent_stats
      where removed = 0 and ${after ? beyond(order, after) : sql`1 = 1`}
      order by sort_key ${direction}, agent_id ${direction} limit 1 offset ${stepAgents - 1}
    `),
  );
  return row && [row.sort_key, row.agent_id];
};

const find = (
  db: Queries,
  { order, from, conditions, limit }: { order: Order; from: Sql; conditions: readonly Sql[]; limit: number },
): Promise<AgentRow[]> => {
  const direction = order.ascending ? sql`asc` : sql`desc`;
  return db.all<AgentRow>(
    ...statement(sql`
      select agent.*, agent_stats.* from (
        select agent_id, ${order.key} as sort_key from ${from}
        where ${joined([sql`removed = 0`, ...conditions], sql` and `)}
        order by sort_key ${direction}, agent_id ${direction} limit 0 + ${limit}
      ) page join agent_stats on agent_stats.agent_id = page.agent_id join agent on agent.id = page.agent_id
      order by page.sort_key ${direction}, page.agent_id ${direction}
    `),
  );
};

const bytesOf = ({ description, capabilities, metadata }: AgentRow): number =>
  description.length + capabilities.length + metadata.length;

type Indexed = Filter & Required<Pick<Filter, 'source'>>;

const isIndexed = (filter: Filter): filter is Indexed => filter.source !== undefined;

/** The most selective filter, if its matches are few. */
const narrowest = async (db: Queries, filters: readonly Filter[], fewAgents: number): Promise<Indexed | undefined> => {
  let narrowest: Indexed | undefined;
  let fewest = fewAgents;
  for (const filter of filters.filter(isIndexed)) {
    const row = await db.get<{ passing: number }>(
      ...statement(sql`select count(*) as passing from (${filter.source} limit 0 + ${fewest + 1}) passing`),
    );
    if (!row || row.passing > fewest) continue;
    narrowest = filter;
    fewest = row.passing;
  }
  return narrowest;
};
