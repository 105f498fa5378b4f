import type { Position } from '@pairspace/protocol';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import { type PositionRow, presentPosition } from './position-store.ts';

/** The position of every agent of the session (INB-6). */
export const listPositions = async (
  db: Queries,
  sessionId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Position>> => {
  const after = textCursor('positions', cursor) ?? '';
  const rows = await db.all<PositionRow>`
    select seat.session_id, seat.agent_id, agent_name, read_seq, read_ordinal, offered_seq, last_seq, (
      select ordinal from inbox where inbox.session_id = seat.session_id and inbox.agent_id = seat.agent_id
      order by seq desc limit 1
    ) as last_ordinal
    from seat join session on session.id = seat.session_id
    where seat.session_id = ${sessionId} and seat.agent_id > ${after} order by seat.agent_id limit 0 + ${limit + 1}
  `;
  const { items, nextCursor } = pageOfRows('positions', rows, limit, (row) => row.agent_id);
  return { items: items.map(presentPosition), nextCursor };
};
