import { systemActor } from '../access/caller.ts';
import { findSessionHead } from '../access/session-head.ts';
import { appendEvent } from '../events/append-event.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { findPresenceRow, presentPresence } from './presence-store.ts';

export interface OfflineRules {
  /** The time without a heartbeat after which an agent is absent: one period. */
  presenceTimeoutMs: number;
  /** Pauses a session if its mode requires it. */
  pauseSession: (tx: Transaction, sessionId: string) => Promise<void>;
}

export interface SeatKey {
  sessionId: string;
  agentId: string;
}

/**
 * Some of the agents of which `missedPeriods` periods are reported, and whose heartbeat expired at `since` or earlier.
 */
export const listMissed = (
  db: Queries,
  { missedPeriods, since, limit }: { missedPeriods: number; since: number; limit: number },
): Promise<SeatKey[]> =>
  db.all<SeatKey>`
    select session_id as "sessionId", agent_id as "agentId" from presence
    where missed_periods = ${missedPeriods} and expires_at <= ${since} order by expires_at limit 0 + ${limit}
  `;

/**
 * Handles each period that an agent has missed only once: in the watch of any node, or in the heartbeat that ends the
 * absence. The first period reports that the agent is offline, the second pauses a realtime session.
 */
export const markOffline = async (
  tx: Transaction,
  { sessionId, agentId }: SeatKey,
  { presenceTimeoutMs, pauseSession }: OfflineRules,
): Promise<void> => {
  const takeUp = async (nth: 1 | 2): Promise<boolean> => {
    const rows = await tx.run`
      update presence set missed_periods = ${nth}
      where session_id = ${sessionId} and agent_id = ${agentId} and missed_periods = ${nth - 1}
        and expires_at <= ${tx.now - (nth - 1) * presenceTimeoutMs}
    `;
    return rows > 0;
  };
  if (await takeUp(1)) await appendDisconnected(tx, { sessionId, agentId });
  if (await takeUp(2)) await pauseSession(tx, sessionId);
};

/** An absence from a completed session is not reported. */
const appendDisconnected = async (tx: Transaction, { sessionId, agentId }: SeatKey): Promise<void> => {
  const head = await findSessionHead(tx, sessionId);
  const row = await findPresenceRow(tx, sessionId, agentId);
  if (!row || !head) {
    await tx.run`delete from presence where session_id = ${sessionId} and agent_id = ${agentId}`;
  } else if (head.status !== 'completed') {
    const presence = presentPresence(row, tx.now);
    await appendEvent(tx, { sessionId, event: 'agent.disconnected', actor: systemActor }, presence);
  }
};
