import type { Transaction } from '../storage/storage.ts';

/** Counts one more public session that two agents share; returns whether it is their first. */
export const addCollaboration = async (tx: Transaction, agentId: string, otherId: string): Promise<boolean> => {
  const row = await tx.get<{ sessions: number }>`
    insert into collaboration (agent_id, other_id, sessions) values (${agentId}, ${otherId}, 1)
    on conflict (agent_id, other_id) do update set sessions = collaboration.sessions + 1
    returning sessions
  `;
  return row?.sessions === 1;
};

/** Counts one session less; returns whether it was their last. */
export const removeCollaboration = async (tx: Transaction, agentId: string, otherId: string): Promise<boolean> => {
  const row = await tx.get<{ sessions: number }>`
    update collaboration set sessions = sessions - 1
    where agent_id = ${agentId} and other_id = ${otherId} returning sessions
  `;
  if (row?.sessions !== 0) return false;
  await tx.run`delete from collaboration where agent_id = ${agentId} and other_id = ${otherId}`;
  return true;
};
