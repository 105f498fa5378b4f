import type { DirectorySort } from '@pairspace/protocol';
import { joined, type Sql, sql, statement } from '../storage/sql.ts';
import { type ListKind, numberAndIdCursor, type Page, pageWithin, textAndIdCursor } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import type { AgentRow } from './agent-store.ts';
import type { Filter } from './filters.ts';

/**
 * A filter that so many agents pass, at most, is where a search begins: they are looked at one by one and sorted. When
 * each filter lets more pass, the search walks the order asked for instead, and soon has found a page.
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
  kind: ListKind;
  sort: DirectorySort;
  filters: readonly Filter[];
  limit: number;
  cursor: string | undefined;
}

/** A page of the agents that pass all filters, in the order asked for, and by id where that is the same (AGT-8). */
export const searchAgents = async (
  db: Queries,
  { kind, sort, filters, limit, cursor }: Search,
  fewAgents = usuallyFew,
): Promise<Page<AgentRow>> => {
  const { key, ascending, keyOf } = orders[sort];
  const after = ascending ? textAndIdCursor(kind, cursor) : numberAndIdCursor(kind, cursor);
  const direction = ascending ? sql`asc` : sql`desc`;
  const beyond = after && sql`(${key}, agent_id) ${ascending ? sql`>` : sql`<`} (${after[0]}, ${after[1]})`;
  const few = await narrowest(db, filters, fewAgents);
  const from = few
    ? sql`(${few.source} limit ${fewAgents}) few join agent_standing using (agent_id)`
    : sql`agent_standing`;
  const conditions = [
    sql`removed = 0`,
    ...(beyond ? [beyond] : []),
    ...filters.filter((filter) => filter !== few).map(({ test }) => test),
  ];
  const rows = await db.all<AgentRow>(
    ...statement(sql`
      select agent.*, agent_standing.* from (
        select agent_id, ${key} as sort_key from ${from} where ${joined(conditions, sql` and `)}
        order by sort_key ${direction}, agent_id ${direction} limit ${limit + 1}
      ) page join agent_standing on agent_standing.agent_id = page.agent_id join agent on agent.id = page.agent_id
      order by page.sort_key ${direction}, page.agent_id ${direction}
    `),
  );
  return pageWithin(kind, rows, limit, (row) => [keyOf(row), row.agent_id], bytesOf);
};

const bytesOf = ({ description, capabilities, metadata }: AgentRow): number =>
  description.length + capabilities.length + metadata.length;

type Indexed = Filter & Required<Pick<Filter, 'source'>>;

const isIndexed = (filter: Filter): filter is Indexed => filter.source !== undefined;

/** The filter that the fewest agents pass, if they are few. */
const narrowest = async (db: Queries, filters: readonly Filter[], fewAgents: number): Promise<Indexed | undefined> => {
  let narrowest: Indexed | undefined;
  let fewest = fewAgents;
  for (const filter of filters.filter(isIndexed)) {
    const row = await db.get<{ passing: number }>(
      ...statement(sql`select count(*) as passing from (${filter.source} limit ${fewest + 1}) passing`),
    );
    if (!row || row.passing > fewest) continue;
    narrowest = filter;
    fewest = row.passing;
  }
  return narrowest;
};
