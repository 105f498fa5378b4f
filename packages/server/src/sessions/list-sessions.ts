import type { QueryOf, Endpoints, Session } from '@pairspace/protocol';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import { presentSession } from './present-session.ts';
import { listSeats, type SessionRow } from './session-store.ts';

/** Above every id of a session. */
const newest = 'ses_~';

/** Public sessions, newest first (SES-5). */
export const listSessions = async (
  db: Queries,
  { status, agentId, q, limit, cursor }: QueryOf<Endpoints['listSessions']>,
): Promise<Page<Session>> => {
  const before = textCursor('sessions', cursor) ?? newest;
  const named = `%${(q ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await pageRows(db, { status, agentId, named, before, limit: limit + 1 });
  const page = pageOfRows('sessions', rows, limit, (row) => row.id);
  const seated = await Promise.all(page.items.map(async (row) => ({ row, seats: await listSeats(db, row.id) })));
  // One without seats was deleted between the two reads.
  const present = seated.filter(({ seats }) => seats.length > 0);
  return { ...page, items: present.map(({ row, seats }) => presentSession(row, seats)) };
};

interface Wanted {
  status: string | undefined;
  agentId: string | undefined;
  named: string;
  before: string;
  limit: number;
}

/** One query for each pair of filters, so that each walks the index that suits it. */
const pageRows = (db: Queries, { status, agentId, named, before, limit }: Wanted): Promise<SessionRow[]> => {
  if (agentId !== undefined) {
    return db.all<SessionRow>`
      select session.* from seat join session on session.id = seat.session_id
      where seat.agent_id = ${agentId} and seat.session_id < ${before} and visibility = 'public'
        and (cast(${status ?? null} as text) is null or status = ${status ?? null})
        and name_folded like ${named} escape '\\'
      order by seat.session_id desc limit ${limit}
    `;
  }
  if (status !== undefined) {
    return db.all<SessionRow>`
      select * from session
      where visibility = 'public' and status = ${status} and id < ${before} and name_folded like ${named} escape '\\'
      order by id desc limit ${limit}
    `;
  }
  return db.all<SessionRow>`
    select * from session
    where visibility = 'public' and id < ${before} and name_folded like ${named} escape '\\'
    order by id desc limit ${limit}
  `;
};
