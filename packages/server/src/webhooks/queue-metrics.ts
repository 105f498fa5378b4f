import type { Queries } from '../storage/storage.ts';
import { listWaiting } from './claim-webhook.ts';

/** Deliveries are counted up to this many; a longer queue shows as this long. */
const countedAtMost = 100_000;

/** How many deliveries wait, for their first attempt or for another. */
export const queueDepth = async (db: Queries): Promise<number> => {
  const row = await db.get<{ deliveries: number }>`
    select count(*) as deliveries from (
      select 1 from delivery where status = 'pending' limit 0 + ${countedAtMost}
    ) waiting
  `;
  return row?.deliveries ?? 0;
};

/** For how long the oldest delivery has been due; 0 when none is. */
export const oldestDueMs = async (db: Queries, holder: string, now: number): Promise<number> => {
  const waiting = await listWaiting(db, holder, now);
  return Math.max(0, ...waiting.filter(({ heldBy }) => heldBy === null).map(({ dueAt }) => now - dueAt));
};
