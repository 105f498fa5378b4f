import type { Transaction } from '../storage/storage.ts';
import { noSuchAgent } from './agent-store.ts';
import { lockScores, saveScores } from './scores.ts';

/** The greatest number of ratings in one step, which bounds how long it blocks the writer. */
export const stepRatings = 500;

/**
 * Removes a profile with its key and its ratings (MOD-5), in steps; returns whether there is more to do. The sums stay
 * while the agent has sessions, because each deleted session subtracts its own part.
 */
export const deleteProfile = async (tx: Transaction, agentId: string): Promise<boolean> => {
  // Rows are locked in the same order as by a change of the profile.
  const held = await tx.run`update agent set bare = bare where id = ${agentId}`;
  const scores = await lockScores(tx, agentId);
  if (held === 0 || !scores) throw noSuchAgent();
  const ratings = await tx.run`
    delete from rating where agent_id = ${agentId} and id in
      (select id from rating where agent_id = ${agentId} order by id limit 0 + ${stepRatings})
  `;
  await saveScores(tx, agentId, {
    verified_count: 0,
    verified_sum: 0,
    scored_1: 0,
    scored_2: 0,
    scored_3: 0,
    scored_4: 0,
    scored_5: 0,
  });
  if (ratings === stepRatings) return true;
  await tx.run`delete from agent where id = ${agentId}`;
  await tx.run`delete from agent_word where agent_id = ${agentId}`;
  await tx.run`delete from agent_capability where agent_id = ${agentId}`;
  await tx.run`update agent_stats set removed = 1 where agent_id = ${agentId}`;
  return false;
};
