import type { AttemptResult } from './webhook-client.ts';
import type { AttemptRecord } from './record-attempts.ts';
import { nextAttemptAt } from './schedule.ts';
import type { Sendable } from './sendable.ts';

interface AttemptInput {
  attemptedAt: number;
  now: number;
  result: AttemptResult;
}

interface RetryPolicy {
  offsetsMs: readonly number[];
  /** Between 0 and 1. */
  random: number;
}

const untouched = (delivery: Sendable) => ({
  session_id: delivery.session_id,
  id: delivery.id,
  webhook_id: delivery.webhook_id,
  attempts: delivery.attempts,
  first_attempt_at: delivery.first_attempt_at,
});

/** The state of a delivery after an attempt: delivered, to be tried again, or given up (HOOK-13, HOOK-14). */
export const outcomeOf = (
  delivery: Sendable,
  { attemptedAt, now, result }: AttemptInput,
  { offsetsMs, random }: RetryPolicy,
): AttemptRecord => {
  const attempts = delivery.attempts + 1;
  const firstAttemptAt = delivery.first_attempt_at ?? attemptedAt;
  const isPing = delivery.event === 'ping';
  const retryAt =
    result.error === null || isPing ? undefined : nextAttemptAt({ attempts, firstAttemptAt, now, offsetsMs, random });
  const status = result.error === null ? 'delivered' : retryAt === undefined ? 'failed' : 'pending';
  return {
    ...untouched(delivery),
    attempts,
    first_attempt_at: firstAttemptAt,
    attempted_at: attemptedAt,
    status,
    due_at: retryAt ?? now,
    response_status: result.responseStatus,
    error: result.error,
    failed: status === 'failed' && !isPing,
  };
};

/** The outcome for a delivery whose receiver is not allowed to get the event any more. */
export const cancelled = (delivery: Sendable, now: number): AttemptRecord => ({
  ...untouched(delivery),
  status: 'cancelled',
  attempted_at: null,
  due_at: now,
  response_status: null,
  error: null,
  failed: false,
});

/** The outcome for a delivery that became outdated before its first attempt. */
export const expired = (delivery: Sendable, now: number): AttemptRecord => ({
  ...cancelled(delivery, now),
  status: 'failed',
  error: 'expired',
  failed: delivery.event !== 'ping',
});
