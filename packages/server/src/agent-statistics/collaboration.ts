import type { Transaction } from '../storage/storage.ts';

interface PairUpdate {
  sessionId: string;
  agentId: string;
  /** Whether the session begins or ceases to count for the pairs. */
  isPublic: boolean;
}

/**
 * Adds or subtracts one session for the pairs of an agent with the agents of the session that follow the agent in the
 * order of ids. `participation.counted` still holds the former state. Returns the agents whose pair was created or has
 * ended.
 */
export const updatePairs = async (
  tx: Transaction,
  { sessionId, agentId, isPublic }: PairUpdate,
): Promise<{ otherId: string }[]> => {
  // An existing pair has a row, so its insertion becomes an update. The rows are locked in the order of ids.
  const pairs = await tx.all<{ otherId: string; sessions: number }>`
    insert into collaboration (agent_id, other_id, sessions)
    select one.agent_id, other.agent_id, 1 from participation one
    join participation other on other.session_id = one.session_id and other.agent_id > one.agent_id
    where one.session_id = ${sessionId} and one.agent_id = ${agentId}
      and one.counted * other.counted = ${isPublic ? 0 : 1}
    order by other.agent_id
    on conflict (agent_id, other_id) do update set sessions = collaboration.sessions + ${isPublic ? 1 : -1}
    returning other_id as "otherId", sessions
  `;
  const changed = pairs.filter(({ sessions }) => sessions === (isPublic ? 1 : 0));
  if (!isPublic && changed.length > 0) {
    await tx.run`
      delete from collaboration where agent_id = ${agentId} and sessions = 0
        and other_id in (select agent_id from participation where session_id = ${sessionId})
    `;
  }
  return changed;
};
