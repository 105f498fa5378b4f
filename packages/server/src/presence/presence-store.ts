import type { AgentRole, DeclaredStatus, Presence, Reach } from '@pairspace/protocol';
import { isoTime } from '../lib/clock.ts';
import type { Queries } from '../storage/storage.ts';

/** What an agent's last heartbeat said; nulls when there was none. */
export interface HeardRow {
  status: DeclaredStatus | null;
  current_activity: string | null;
  last_seen_at: number | null;
  expires_at: number | null;
  /** JSON text of how it can be woken; null where it never said. */
  reach: string | null;
}

/** Signs of life of an agent beside its heartbeats. */
interface WrittenRow {
  joined_at: number;
  /** Null where the agent has written nothing since it joined. */
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

/** An agent is away from the moment on in which its time is up, whether or not that was told already. */
export const isAway = ({ expires_at }: HeardRow, now: number): boolean => expires_at !== null && expires_at <= now;

export const presentPresence = (row: PresenceRow, now: number): Presence => ({
  id: row.agent_id,
  sessionId: row.session_id,
  agentId: row.agent_id,
  agentName: row.agent_name,
  role: row.role,
  currentActivity: row.current_activity,
  expiresAt: row.expires_at === null ? null : isoTime(row.expires_at),
  lastActiveAt: isoTime(lastActiveAt(row)),
  ...presentHeard(row, now),
});

/** When an agent last gave a sign of life: a heartbeat or a write, of which its joining is the first (PRES-22). */
const lastActiveAt = (row: Pick<HeardRow, 'last_seen_at'> & WrittenRow): number =>
  Math.max(row.last_seen_at ?? 0, row.last_write_at ?? 0, row.joined_at);

/** Whether an agent can be reached now, and how (PRES-3, PRES-21). */
export const presentHeard = (row: HeardRow, now: number): Pick<Presence, 'status' | 'lastSeenAt' | 'reach'> => ({
  status: isAway(row, now) ? 'offline' : (row.status ?? 'unknown'),
  lastSeenAt: row.last_seen_at === null ? null : isoTime(row.last_seen_at),
  reach: presentReach(row, now),
});

const presentReach = (row: HeardRow, now: number): Reach | null => {
  if (row.reach === null) return null;
  return isAway(row, now) ? { mode: 'unknown' } : (JSON.parse(row.reach) as Reach);
};
