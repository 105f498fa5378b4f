import type { Transaction } from '../storage/storage.ts';
import { updateBy, type WorkCounts } from './statistics-change.ts';

interface WorkSubject {
  sessionId: string;
  agentId: string;
  /** The session is public, so its events count in the agent's sums. */
  isPublic: boolean;
  /** The time of the agent's own act; absent for an event on its behalf. */
  at?: number;
}

/** Adds to what an agent has done in a session, and to its sums if they count that session. */
export const countWork = (
  tx: Transaction,
  { sessionId, agentId, isPublic, at = 0 }: WorkSubject,
  counts: Partial<WorkCounts>,
): void => {
  tx.queueWrite(...updateBy('participation', counts, at), sessionId, agentId);
  if (isPublic) tx.queueLast(agentId)(...updateBy('agent_stats', counts, at), agentId);
};
