import type { Position, Unread } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';

/** The read position of an agent; ordinals count the entries of its inbox, from 1. */
export interface ReadRow {
  read_seq: number;
  read_ordinal: number;
  /** The ordinal of the newest entry of the inbox; null without one. */
  last_ordinal: number | null;
  /** The end of the log. */
  last_seq: number;
}

/** A seat with the positions of its agent. */
export interface PositionRow extends ReadRow {
  session_id: string;
  agent_id: string;
  agent_name: string;
  offered_seq: number;
  /** The event with which the seat was taken; the inbox begins after it (INB-9). */
  joined_seq: number;
}

export const findPositionRow = (db: Queries, sessionId: string, agentId: string): Promise<PositionRow | undefined> =>
  db.get<PositionRow>`
    select seat.session_id, seat.agent_id, agent_name, read_seq, read_ordinal, offered_seq, joined_seq, last_seq, (
      select ordinal from inbox where inbox.session_id = seat.session_id and inbox.agent_id = seat.agent_id
      order by seq desc limit 1
    ) as last_ordinal
    from seat join session on session.id = seat.session_id
    where seat.session_id = ${sessionId} and seat.agent_id = ${agentId}
  `;

/** The position of an agent in a session. */
export const findPosition = async (db: Queries, sessionId: string, agentId: string): Promise<Position | undefined> => {
  const row = await findPositionRow(db, sessionId, agentId);
  return row && presentPosition(row);
};

export const presentPosition = (row: PositionRow): Position => ({
  agentId: row.agent_id,
  readSeq: row.read_seq,
  offeredSeq: row.offered_seq,
  unread: presentUnread(row),
});

export const presentUnread = (row: ReadRow): Unread => ({
  forMe: (row.last_ordinal ?? 0) - row.read_ordinal,
  total: row.last_seq - row.read_seq,
});

/** The number of inbox entries up to this event. */
export const ordinalAt = async (db: Queries, sessionId: string, agentId: string, seq: number): Promise<number> => {
  const row = await db.get<{ ordinal: number }>`
    select ordinal from inbox where session_id = ${sessionId} and agent_id = ${agentId} and seq <= ${seq}
    order by seq desc limit 1
  `;
  return row?.ordinal ?? 0;
};
