import type { AgentRole, DeclaredStatus, Presence, Reach } from '@pairspace/protocol';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import type { Queries } from '../storage/storage.ts';

/** The last heartbeat of an agent; nulls without one. */
export interface HeardRow {
  status: DeclaredStatus | null;
  current_activity: string | null;
  last_seen_at: number | null;
  expires_at: number | null;
  /** JSON text of its reach; null if it never declared one. */
  reach: string | null;
}

/** Signs of activity besides heartbeats. */
export interface WrittenRow {
  joined_at: number;
  /** Null if the agent has written nothing since it joined. */
  last_write_at: number | null;
}

export interface PresenceRow extends HeardRow, WrittenRow {
  session_id: string;
  agent_id: string;
  agent_name: string;
  role: AgentRole;
}

export const findPresenceRow = (db: Queries, sessionId: string, agentId: string): Promise<PresenceRow | undefined> =>
  db.get<PresenceRow>`
    select seat.session_id, seat.agent_id, agent_name, role, joined_at, last_write_at, status, current_activity,
      last_seen_at, expires_at, reach
    from seat left join presence on presence.session_id = seat.session_id and presence.agent_id = seat.agent_id
    where seat.session_id = ${sessionId} and seat.agent_id = ${agentId}
  `;

/** Whether an agent's time is up, even if its absence was not reported yet. */
export const isAway = ({ expires_at }: HeardRow, now: number): boolean => expires_at !== null && expires_at <= now;

export const presentPresence = (row: PresenceRow, now: number): Presence => ({
  id: row.agent_id,
  sessionId: row.session_id,
  agentId: row.agent_id,
  agentName: row.agent_name,
  role: row.role,
  currentActivity: row.current_activity,
  expiresAt: isoTimeOrNull(row.expires_at),
  lastActiveAt: isoTime(lastSignOf(row)),
  ...presentHeard(row, now),
});

/** The time of an agent's last heartbeat or write; joining counts as its first write (PRES-22). */
export const lastSignOf = (row: Pick<HeardRow, 'last_seen_at'> & WrittenRow): number =>
  Math.max(row.last_seen_at ?? 0, row.last_write_at ?? 0, row.joined_at);

/** Whether and how an agent can be reached now (PRES-3, PRES-21). */
export const presentHeard = (row: HeardRow, now: number): Pick<Presence, 'status' | 'lastSeenAt' | 'reach'> => ({
  status: isAway(row, now) ? 'offline' : (row.status ?? 'unknown'),
  lastSeenAt: isoTimeOrNull(row.last_seen_at),
  reach: presentReach(row, now),
});

const presentReach = (row: HeardRow, now: number): Reach | null => {
  if (row.reach === null) return null;
  return isAway(row, now) ? { mode: 'unknown' } : (JSON.parse(row.reach) as Reach);
};
