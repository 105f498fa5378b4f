import type { Transaction } from '../storage/storage.ts';
import type { JobRow } from './job-store.ts';
import type { PoolRow } from './pool-store.ts';

/** How long what a pool may use in an hour lasts. */
export const hourMs = 3_600_000;

type Hour = Pick<PoolRow, 'hourly_credits' | 'hour_began_at' | 'hour_credits'>;

/** Until when jobs wait, by what the hour has used; null while they need not (CRED-1). */
export const spentUntil = (hour: Hour, now: number): number | null => {
  const { hourly_credits: most, hour_began_at: beganAt, hour_credits: used } = hour;
  const end = beganAt + hourMs;
  return most !== null && used >= most && end > now ? end : null;
};

/** The hour after a job has begun or stopped to run. A job that began before the hour is not of it. */
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

/** Counts a job that begins or stops to run in the hour of its pool. The caller holds the pool’s row. */
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
