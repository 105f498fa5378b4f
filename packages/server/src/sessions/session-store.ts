import type { AgentRole, Seat, Session, SessionStatus, Visibility } from '@pairspace/protocol';
import { newRecoveryCode, tokenHash } from '../access/token.ts';
import { isoTime } from '../lib/clock.ts';
import type { Queries, Transaction } from '../storage/storage.ts';

export interface SessionRow {
  id: string;
  name: string;
  status: SessionStatus;
  mode: Session['mode'];
  visibility: Visibility;
  max_agents: number;
  observer_count: number;
  metadata: string;
  forked_from_id: string | null;
  forked_from_seq: number | null;
  last_seq: number;
  last_hash: string;
  last_activity_at: number;
  stored_bytes: number;
  created_at: number;
  updated_at: number;
  completed_at: number | null;
  invite_code: string;
  invite_expires_at: number;
  invite_used_up: number;
  /** The time of the import; null for a session that was made here. */
  imported_at: number | null;
  /** The last event of a log that was imported without the checkpoint of a known key; 0 without one. */
  unproven_seq: number;
}

export const findSessionRow = (db: Queries, id: string): Promise<SessionRow | undefined> =>
  db.get<SessionRow>`select * from session where id = ${id}`;

export const insertSession = (tx: Transaction, row: SessionRow): void => {
  tx.queueWrite`
    insert into session (id, name, name_folded, status, mode, visibility, max_agents, observer_count, metadata, forked_from_id,
      forked_from_seq, last_seq, last_hash, last_activity_at, created_at, updated_at, completed_at, invite_code,
      invite_expires_at, invite_used_up, imported_at, unproven_seq, quiet_since)
    values (${row.id}, ${row.name}, ${row.name.toLowerCase()}, ${row.status}, ${row.mode}, ${row.visibility}, ${row.max_agents},
      ${row.observer_count}, ${row.metadata}, ${row.forked_from_id}, ${row.forked_from_seq}, ${row.last_seq}, ${row.last_hash},
      ${row.last_activity_at}, ${row.created_at}, ${row.updated_at}, ${row.completed_at}, ${row.invite_code},
      ${row.invite_expires_at}, ${row.invite_used_up}, ${row.imported_at}, ${row.unproven_seq}, ${row.imported_at ?? row.created_at})
  `;
};

/**
 * Writes the columns that a new seat or observer changes. `changeSession` writes every other change, with its event.
 */
export const saveTaken = (
  tx: Transaction,
  { id, observer_count, invite_used_up }: Pick<SessionRow, 'id' | 'observer_count' | 'invite_used_up'>,
): Promise<number> =>
  tx.run`
    update session set observer_count = ${observer_count}, invite_used_up = ${invite_used_up} where id = ${id}
  `;

/** Restarts the time without work, unless the stall was already reported (PRES-6). */
export const restartQuiet = (tx: Transaction, id: string): Promise<number> =>
  tx.run`update session set quiet_since = ${tx.now} where id = ${id} and quiet_since is not null`;

/**
 * Starts the leases of tasks anew in a session that is active again, because no lease ends in an inactive one
 * (TASK-14).
 */
export const restartLeases = (tx: Transaction, id: string): Promise<number> =>
  tx.run`
    update task set lease_from = ${tx.now}, check_at = ${tx.now} + lease_ms
    where session_id = ${id} and status = 'working'
  `;

interface SeatRow {
  agent_id: string;
  agent_name: string;
  role: AgentRole;
  joined_at: number;
}

/** The seats of a session in the order of joining, the creator's first. */
export const listSeats = async (db: Queries, sessionId: string): Promise<Seat[]> => {
  const rows = await db.all<SeatRow>`
    select agent_id, agent_name, role, joined_at from seat
    where session_id = ${sessionId} order by position
  `;
  return rows.map(presentSeat);
};

const presentSeat = (row: SeatRow): Seat => ({
  agentId: row.agent_id,
  agentName: row.agent_name,
  role: row.role,
  joinedAt: isoTime(row.joined_at),
});

/** A session joined with one of its seats. */
export type SeatedRow = SessionRow & SeatRow;

export interface SeatedSession {
  row: SessionRow;
  seats: Seat[];
}

/** Sessions with all their seats, from rows that are sorted by session and seat. */
export const groupSeats = (rows: readonly SeatedRow[]): SeatedSession[] =>
  [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((seated) => {
    const [row] = seated;
    return row ? [{ row, seats: seated.map(presentSeat) }] : [];
  });

/** The session and its seats, in one query. */
export const findSessionWithSeats = async (db: Queries, id: string): Promise<SeatedSession | undefined> => {
  const rows = await db.all<SeatedRow>`
    select session.*, agent_id, agent_name, role, joined_at from session join seat on seat.session_id = session.id
    where session.id = ${id} order by position
  `;
  return groupSeats(rows)[0];
};

/**
 * Inserts the next seat, before its event is appended; returns its recovery code. `keyLine` identifies all successive
 * keys of the agent’s profile; null for a profile without a key (ME-2).
 */
export const insertSeat = (
  tx: Transaction,
  sessionId: string,
  seat: Omit<Seat, 'joinedAt'>,
  keyLine: string | null,
): string => {
  const recoveryCode = newRecoveryCode();
  tx.queueWrite`
    insert into seat (session_id, agent_id, agent_name, role, recovery_hash, key_line, position, joined_at,
      joined_seq, read_ordinal)
    select ${sessionId}, ${seat.agentId}, ${seat.agentName}, ${seat.role}, ${tokenHash(recoveryCode)}, ${keyLine},
      coalesce(max(position), 0) + 1, ${tx.now},
      (select last_seq + 1 from session where id = ${sessionId}), coalesce((
        select ordinal from inbox where session_id = ${sessionId} and agent_id = ${seat.agentId} order by seq desc limit 1
      ), 0)
    from seat where session_id = ${sessionId}
  `;
  return recoveryCode;
};
