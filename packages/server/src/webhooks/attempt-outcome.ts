import type { DeliveryError, DeliveryStatus } from '@pairspace/protocol';
import type { Sendable } from './delivery-queue.ts';
import type { AttemptResult } from './webhook-client.ts';

const jitter = 0.1;
const minuteMs = 60_000;

/** The state of a delivery after an attempt. */
export interface Outcome {
  status: DeliveryStatus;
  attempts: number;
  firstAttemptAt: number | null;
  /** The time of the attempt; null without one. */
  attemptedAt: number | null;
  dueAt: number;
  responseStatus: number | null;
  error: DeliveryError | null;
}

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
  const isLast = attempts === offsetsMs.length;
  const earliest = isLast ? 1 : 1 - jitter;
  const planned = firstAttemptAt + offsetMs * (earliest + (1 + jitter - earliest) * random);
  return Math.round(Math.max(planned, now + Math.min(distanceMs, minuteMs)));
};

/** The age up to which a delivery still gets a first attempt. */
export const worthTryingMs = (offsetsMs: readonly number[]): number => (offsetsMs.at(-1) ?? 0) * (1 + jitter);

/** Delivered, to be tried again, or given up (HOOK-13, HOOK-14). */
export const outcomeOf = (
  { event, ...delivery }: Sendable,
  { responseStatus, error }: AttemptResult,
  { attemptedAt, ...progress }: Omit<Progress, 'attempts' | 'firstAttemptAt'> & { attemptedAt: number },
): Outcome => {
  const attempts = delivery.attempts + 1;
  const firstAttemptAt = delivery.first_attempt_at ?? attemptedAt;
  const retryAt =
    error === null || event === 'ping' ? undefined : nextAttemptAt({ ...progress, attempts, firstAttemptAt });
  const status = error === null ? 'delivered' : retryAt === undefined ? 'failed' : 'pending';
  return { status, attempts, firstAttemptAt, attemptedAt, dueAt: retryAt ?? progress.now, responseStatus, error };
};

/**
 * The outcome without an attempt: the receiver is not allowed to get the event any more, or the delivery became
 * outdated before its first attempt.
 */
export const unsent = (
  { attempts, first_attempt_at: firstAttemptAt }: Sendable,
  status: 'cancelled' | 'failed',
  now: number,
): Outcome => ({
  ...{ status, attempts, firstAttemptAt, attemptedAt: null, dueAt: now, responseStatus: null },
  error: status === 'failed' ? 'expired' : null,
});
