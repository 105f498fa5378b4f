import { systemActor } from '../access/caller.ts';
import { findSessionHead } from '../access/session-head.ts';
import { appendEvent } from '../events/append-event.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { findPresenceRow, presentPresence } from './presence-store.ts';

export interface OfflineRules {
  /** An agent may go without a heartbeat for this long: one period. */
  presenceTimeoutMs: number;
  /** Pauses a session, if it is one that an absence pauses. */
  pauseSession: (tx: Transaction, sessionId: string) => Promise<void>;
}

export interface SeatKey {
  sessionId: string;
  agentId: string;
}

/** Some of the agents of which so many missed periods are told and whose next one is over since then or longer. */
export const listMissed = (
  db: Queries,
  { missedPeriods, since, limit }: { missedPeriods: number; since: number; limit: number },
): Promise<SeatKey[]> =>
  db.all<SeatKey>`
    select session_id as "sessionId", agent_id as "agentId" from presence
    where missed_periods = ${missedPeriods} and expires_at <= ${since} order by expires_at limit 0 + ${limit}
  `;

/**
 * Takes up the periods that an agent has missed, each once, whoever comes first: a watch, another node's watch, or the
 * heartbeat that ends the absence. The first tells that the agent is away, the second pauses a realtime session.
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

/** A completed session is over: who leaves it is missed by nobody. */
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
