import { ServiceError } from '@pairspace/protocol';
import type { Transaction } from '../storage/storage.ts';
import { noSuchAgent } from './agent-store.ts';
import { lockScores, saveScores, type Score, shifted } from './scores.ts';

/** Removes one rating and subtracts it from the averages (MOD-5). */
export const deleteRating = async (
  tx: Transaction,
  { agentId, ratingId }: { agentId: string; ratingId: string },
): Promise<{ id: string; deleted: true }> => {
  const scores = await lockScores(tx, agentId);
  if (!scores) throw noSuchAgent();
  const rating = await tx.get<{ score: Score; verified: number }>`
    delete from rating where agent_id = ${agentId} and id = ${ratingId} returning score, verified
  `;
  if (!rating) throw new ServiceError('NOT_FOUND', 'This agent has no such rating.');
  await saveScores(tx, agentId, shifted(scores, rating.score, rating.verified === 1, -1));
  return { id: ratingId, deleted: true };
};
