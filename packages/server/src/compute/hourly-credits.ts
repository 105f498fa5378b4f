import type { Transaction } from '../storage/storage.ts';
import type { JobRow } from './job-store.ts';
import type { PoolRow } from './pool-store.ts';

/** The period for which the hourly credits of a pool last. */
export const hourMs = 3_600_000;

type Hour = Pick<PoolRow, 'hourly_credits' | 'hour_began_at' | 'hour_credits'>;

/** The time until which jobs wait because the credits of the hour are used; null while credits are left (CRED-1). */
export const spentUntil = (hour: Hour, now: number): number | null => {
  const { hourly_credits: most, hour_began_at: beganAt, hour_credits: used } = hour;
  const end = beganAt + hourMs;
  return most !== null && used >= most && end > now ? end : null;
};

/**
 * The state of the hour after a job began or stopped running. A job that began before this hour gives no unused credits
 * back.
 */
const afterChange = (hour: Hour, before: JobRow, after: JobRow, now: number): Hour => {
  if (after.status === 'running') {
    const isOver = hour.hour_began_at + hourMs <= now;
    return isOver
      ? { ...hour, hour_began_at: now, hour_credits: after.cost }
      : { ...hour, hour_credits: hour.hour_credits + after.cost };
  }
  const isOfThisHour = (before.started_at ?? 0) >= hour.hour_began_at;
  const unused = before.cost - after.credits;
  return isOfThisHour ? { ...hour, hour_credits: Math.max(0, hour.hour_credits - unused) } : hour;
};

/**
 * Adds the credits of a job that begins to run to what its pool has used in this hour, and takes back the unused
 * credits of a job that stops. The caller has locked the row of the pool.
 */
export const countInHour = async (
  tx: Transaction,
  hour: Hour,
  { before, after }: { before: JobRow | undefined; after: JobRow },
): Promise<void> => {
  if (hour.hourly_credits === null || !before) return;
  if ((before.status === 'running') === (after.status === 'running')) return;
  const changed = afterChange(hour, before, after, tx.now);
  await tx.run`
    update compute_pool set hour_began_at = ${changed.hour_began_at}, hour_credits = ${changed.hour_credits},
      spent_until = ${spentUntil(changed, tx.now)}
    where session_id = ${after.session_id}
  `;
};
