import type { AttemptResult } from './webhook-client.ts';
import type { DeliveryRow } from './delivery-store.ts';

/** The state of a delivery after an attempt. The time of the last attempt is null without one. */
export type Outcome = Pick<
  DeliveryRow,
  'status' | 'attempts' | 'first_attempt_at' | 'last_attempt_at' | 'due_at' | 'response_status' | 'error'
>;

const jitter = 0.1;
const minuteMs = 60_000;

interface Progress {
  /** Attempts of this round so far, including the one that just failed. */
  attempts: number;
  firstAttemptAt: number;
  now: number;
  /** The times of all further attempts, counted from the first. */
  offsetsMs: readonly number[];
  /** Between 0 and 1. */
  random: number;
}

/**
 * The time of the next attempt; undefined after the last (HOOK-14). Times count from the first attempt, so that the
 * last attempt comes when the schedule says, never earlier: a receiver that is back by then has lost nothing. If
 * attempts were missed while no sender ran, the following ones keep a distance from each other.
 */
export const nextAttemptAt = ({ attempts, firstAttemptAt, now, offsetsMs, random }: Progress): number | undefined => {
  const offsetMs = offsetsMs[attempts - 1];
  if (offsetMs === undefined) return undefined;
  const distanceMs = (offsetMs - (offsetsMs[attempts - 2] ?? 0)) / 2;
  const earliest = attempts === offsetsMs.length ? 1 : 1 - jitter;
  const planned = firstAttemptAt + offsetMs * (earliest + (1 + jitter - earliest) * random);
  return Math.round(Math.max(planned, now + Math.min(distanceMs, minuteMs)));
};

/** The age up to which a delivery still gets a first attempt. */
export const worthTryingMs = (offsetsMs: readonly number[]): number => (offsetsMs.at(-1) ?? 0) * (1 + jitter);

/** Delivered, to be tried again, or given up (HOOK-13, HOOK-14). */
export const outcomeOf = (
  delivery: Pick<DeliveryRow, 'event' | 'attempts' | 'first_attempt_at'>,
  { responseStatus: response_status, error }: AttemptResult,
  { attemptedAt, ...progress }: Omit<Progress, 'attempts' | 'firstAttemptAt'> & { attemptedAt: number },
): Outcome => {
  const attempts = delivery.attempts + 1;
  const first_attempt_at = delivery.first_attempt_at ?? attemptedAt;
  const isLast = error === null || delivery.event === 'ping';
  const retryAt = isLast ? undefined : nextAttemptAt({ ...progress, attempts, firstAttemptAt: first_attempt_at });
  const status = error === null ? 'delivered' : retryAt === undefined ? 'failed' : 'pending';
  const at = { first_attempt_at, last_attempt_at: attemptedAt, due_at: retryAt ?? progress.now };
  return { status, attempts, ...at, response_status, error };
};
