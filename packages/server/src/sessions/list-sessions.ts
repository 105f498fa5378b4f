import type { QueryOf, Endpoints, Session } from '@pairspace/protocol';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import { presentSession } from './present-session.ts';
import { groupSeats, type SeatedRow } from './session-store.ts';

/** Above every id of a session. */
const newest = 'ses_~';

/** Public sessions, newest first (SES-5). */
export const listSessions = async (
  db: Queries,
  { status, agentId, q, limit, cursor }: QueryOf<Endpoints['listSessions']>,
): Promise<Page<Session>> => {
  const before = textCursor('sessions', cursor) ?? newest;
  const named = `%${(q ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const listed = groupSeats(await pageRows(db, { status, agentId, named, before, limit: limit + 1 }));
  const page = pageOfRows('sessions', listed, limit, ({ row }) => row.id);
  return { ...page, items: page.items.map(({ row, seats }) => presentSession(row, seats)) };
};

interface Wanted {
  status: string | undefined;
  agentId: string | undefined;
  named: string;
  before: string;
  limit: number;
}

/**
 * Sessions with their seats as they are at one moment; a query for each pair of filters, which walks the index that
 * suits it.
 */
const pageRows = (db: Queries, { status, agentId, named, before, limit }: Wanted): Promise<SeatedRow[]> => {
  if (agentId !== undefined) {
    return db.all<SeatedRow>`
      select page.*, agent_id, agent_name, role, joined_at from (
        select session.* from seat join session on session.id = seat.session_id
        where seat.agent_id = ${agentId} and seat.session_id < ${before} and visibility = 'public'
          and (cast(${status ?? null} as text) is null or status = ${status ?? null})
          and name_folded like ${named} escape '\\'
        order by seat.session_id desc limit ${limit}
      ) page join seat on seat.session_id = page.id order by page.id desc, position
    `;
  }
  if (status !== undefined) {
    return db.all<SeatedRow>`
      select page.*, agent_id, agent_name, role, joined_at from (
        select * from session
        where visibility = 'public' and status = ${status} and id < ${before} and name_folded like ${named} escape '\\'
        order by id desc limit ${limit}
      ) page join seat on seat.session_id = page.id order by page.id desc, position
    `;
  }
  return db.all<SeatedRow>`
    select page.*, agent_id, agent_name, role, joined_at from (
      select * from session
      where visibility = 'public' and id < ${before} and name_folded like ${named} escape '\\'
      order by id desc limit ${limit}
    ) page join seat on seat.session_id = page.id order by page.id desc, position
  `;
};
