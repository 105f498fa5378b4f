import type { Transaction } from '../storage/storage.ts';
import type { ScoresRow } from './agent-store.ts';
import { ratingOrder } from './rating-order.ts';

const columnOf = { 1: 'scored_1', 2: 'scored_2', 3: 'scored_3', 4: 'scored_4', 5: 'scored_5' } as const;
export type Score = keyof typeof columnOf;

/** The scores of an agent with a profile. The update locks the row, so that concurrent ratings add up. */
export const lockScores = (tx: Transaction, agentId: string): Promise<ScoresRow | undefined> =>
  tx.get<ScoresRow>`
    update agent_stats set rating_order = rating_order where agent_id = ${agentId} and removed = 0
    returning verified_count, verified_sum, scored_1, scored_2, scored_3, scored_4, scored_5
  `;

export const shifted = (scores: ScoresRow, score: Score, verified: boolean, by: 1 | -1): ScoresRow => ({
  ...scores,
  [columnOf[score]]: scores[columnOf[score]] + by,
  ...(verified && {
    verified_count: scores.verified_count + by,
    verified_sum: scores.verified_sum + by * score,
  }),
});

export const saveScores = (tx: Transaction, agentId: string, scores: ScoresRow): Promise<number> =>
  tx.run`
    update agent_stats set rating_order = ${ratingOrder(scores)}, verified_count = ${scores.verified_count},
      verified_sum = ${scores.verified_sum}, scored_1 = ${scores.scored_1}, scored_2 = ${scores.scored_2},
      scored_3 = ${scores.scored_3}, scored_4 = ${scores.scored_4}, scored_5 = ${scores.scored_5}
    where agent_id = ${agentId}
  `;
