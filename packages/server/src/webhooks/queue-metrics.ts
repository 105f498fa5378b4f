import type { Queries } from '../storage/storage.ts';
import { type Lease, listWaiting } from './claim-webhook.ts';

/** The count stops at this number; a longer queue shows as this long. */
const countedAtMost = 100_000;

/** The number of deliveries that wait for an attempt. */
export const queueDepth = async (db: Queries): Promise<number> => {
  const row = await db.get<{ deliveries: number }>`
    select count(*) as deliveries from (
      select 1 from delivery where status = 'pending' limit 0 + ${countedAtMost}
    ) waiting
  `;
  return row?.deliveries ?? 0;
};

/** The delay of the oldest due delivery, apart from queues that other senders hold; 0 without one. */
export const oldestDueMs = async (db: Queries, lease: Lease, now: number): Promise<number> => {
  const waiting = await listWaiting(db, lease, now);
  return Math.max(0, ...waiting.filter(({ heldBy }) => heldBy === null).map(({ dueAt }) => now - dueAt));
};
