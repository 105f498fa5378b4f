import type { ListedPosition } from '@pairspace/protocol';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import { findWaiting } from './find-waiting.ts';
import { type PositionRow, presentPosition } from './position-store.ts';

interface ListedRow extends PositionRow {
  status: string;
  last_write_seq: number;
  /** The newest event that concerns the agent; null when there is none. */
  last_concern: number | null;
}

/** The position of every agent of the session, with the requests that wait for it (INB-6, INB-16). */
export const listPositions = async (
  db: Queries,
  sessionId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<ListedPosition>> => {
  const after = textCursor('positions', cursor) ?? '';
  const rows = await db.all<ListedRow>`
    select seat.session_id, seat.agent_id, agent_name, read_seq, read_ordinal, offered_seq, joined_seq, last_seq,
      last_write_seq, session.status, (
        select ordinal from inbox where inbox.session_id = seat.session_id and inbox.agent_id = seat.agent_id
        order by seq desc limit 1
      ) as last_ordinal, (
        select max(seq) from inbox where inbox.session_id = seat.session_id and inbox.agent_id = seat.agent_id
      ) as last_concern
    from seat join session on session.id = seat.session_id
    where seat.session_id = ${sessionId} and seat.agent_id > ${after} order by seat.agent_id limit 0 + ${limit + 1}
  `;
  const { items, nextCursor } = pageOfRows('positions', rows, limit, (row) => row.agent_id);
  const waiting = await Promise.all(items.map((row) => waitingFor(db, row)));
  return {
    items: items.map((row, index) => ({ ...presentPosition(row), waiting: waiting[index] ?? null })),
    nextCursor,
  };
};

const waitingFor = async (
  db: Queries,
  { session_id: sessionId, agent_id: agentId, status, last_write_seq: since, last_concern: last }: ListedRow,
) => (status === 'completed' || (last ?? 0) <= since ? null : findWaiting(db, { sessionId, agentId, since }));
