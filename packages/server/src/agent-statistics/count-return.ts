import type { Transaction } from '../storage/storage.ts';
import type { CountedSession } from './count-event.ts';
import { reconcile } from './reconcile.ts';

interface Returned {
  sessionId: string;
  agentId: string;
  agentName: string;
}

/**
 * Counts an agent in an imported session from its return on. Its earlier work, which only the imported log shows, is
 * not counted (IMP-8).
 */
export const countReturn = async (
  tx: Transaction,
  { sessionId, agentId, agentName }: Returned,
  { visibility, status }: CountedSession,
): Promise<void> => {
  const added = await tx.run`
    insert into participation (session_id, agent_id, agent_name, created_session, last_active_at)
    values (${sessionId}, ${agentId}, ${agentName}, 0, ${tx.now})
    on conflict (session_id, agent_id) do nothing
  `;
  if (added > 0)
    await reconcile(tx, sessionId, { isPublic: visibility === 'public', isCompleted: status === 'completed' });
};
