import type { Presence } from '@pairspace/protocol';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import { type PresenceRow, presentPresence } from './presence-store.ts';

/** A record for every agent of the session, in the present state (PRES-3). */
export const listPresence = async (
  db: Queries,
  sessionId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  now: number,
): Promise<Page<Presence>> => {
  const after = textCursor('presence', cursor) ?? '';
  const rows = await db.all<PresenceRow>`
    select seat.session_id, seat.agent_id, agent_name, role, joined_at, last_write_at, status, current_activity,
      last_seen_at, expires_at, reach
    from seat left join presence on presence.session_id = seat.session_id and presence.agent_id = seat.agent_id
    where seat.session_id = ${sessionId} and seat.agent_id > ${after} order by seat.agent_id limit 0 + ${limit + 1}
  `;
  const { items, nextCursor } = pageOfRows('presence', rows, limit, (row) => row.agent_id);
  return { items: items.map((row) => presentPresence(row, now)), nextCursor };
};
