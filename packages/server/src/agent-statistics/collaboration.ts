import type { Transaction } from '../storage/storage.ts';

interface Meetings {
  sessionId: string;
  agentId: string;
  /** Whether the session begins to count for the pairs, or ceases to. */
  isPublic: boolean;
}

/**
 * Counts one session more, or less, for the pairs of an agent with the agents of the session that follow it by their
 * ids. `participation` still says which pairs are counted already. Returns the agents with which the pair is new, or
 * ends.
 */
export const countMeetings = async (
  tx: Transaction,
  { sessionId, agentId, isPublic }: Meetings,
): Promise<{ otherId: string }[]> => {
  // A pair that loses a session has a row, so its insertion becomes an update. The rows are locked in this order.
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
  const turned = pairs.filter(({ sessions }) => sessions === (isPublic ? 1 : 0));
  if (!isPublic && turned.length > 0) {
    await tx.run`
      delete from collaboration where agent_id = ${agentId} and sessions = 0
        and other_id in (select agent_id from participation where session_id = ${sessionId})
    `;
  }
  return turned;
};
