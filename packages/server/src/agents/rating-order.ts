import { type ScoresRow, totalOf } from './agent-store.ts';

/** The greatest number of ratings that the order distinguishes. */
const countRoom = 1_000_000;
/** A value above every average of unverified ratings, in thousandths. */
const verifiedFloor = 10_000;

const order = (thousandths: number, count: number): number => thousandths * countRoom + Math.min(count, countRoom - 1);

const thousandthsOf = (sum: number, count: number): number => Math.floor((sum * 1000) / count);

/**
 * A sort key for ratings, ascending: agents with verified ratings come after all others; within both groups the average
 * decides, then the number of ratings (AGT-24).
 */
export const ratingOrder = (scores: ScoresRow): number => {
  const { verified_sum, verified_count } = scores;
  if (verified_count > 0) return order(verifiedFloor + thousandthsOf(verified_sum, verified_count), verified_count);
  const { sum, count } = totalOf(scores);
  return count === 0 ? 0 : order(thousandthsOf(sum, count), count);
};

/** The ranges of the order for a minimum rating: from `verified` upwards, and from `unverified` to below `tier`. */
export const ordersFrom = (minRating: number): { verified: number; unverified: number; tier: number } => {
  const thousandths = Math.round(minRating * 1000);
  return {
    verified: order(verifiedFloor + thousandths, 0),
    unverified: order(thousandths, 0),
    tier: order(verifiedFloor, 0),
  };
};
