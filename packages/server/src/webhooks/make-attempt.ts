import type { Clock } from '../lib/clock.ts';
import type { Queries } from '../storage/storage.ts';
import { cancelled, expired, outcomeOf } from './attempt-outcome.ts';
import type { DueDelivery } from './claim-webhook.ts';
import type { AttemptResult, WebhookRequest, WebhookResult } from './webhook-client.ts';
import { webhookRequestOf, type Receiver } from './webhook-request.ts';
import type { AttemptRecord } from './record-attempts.ts';
import { worthTryingMs } from './schedule.ts';
import { findSendable } from './sendable.ts';

export interface AttemptDependencies {
  db: Queries;
  clock: Clock;
  post: (request: WebhookRequest) => Promise<WebhookResult>;
  offsetsMs: readonly number[];
  random: () => number;
  /**
   * The start of the sender. The age of older deliveries counts from here, because nobody may have run to send them
   * before.
   */
  startedAt: number;
}

/** The address of the receiver has reached its limit; the delivery waits. */
export interface Postponed {
  waitMs: number;
}

/** Tries to deliver; returns the record of the attempt, or nothing if the delivery must not be sent now. */
export const makeAttempt = async (
  due: DueDelivery,
  receiver: Receiver,
  { db, clock, post, offsetsMs, random, startedAt }: AttemptDependencies,
): Promise<AttemptRecord | Postponed | undefined> => {
  const delivery = await findSendable(db, due);
  if (!delivery) return undefined;
  const attemptedAt = clock.now();
  if (!delivery.allowed) return cancelled(delivery, attemptedAt);
  const waitingSince = Math.max(delivery.queued_at, startedAt);
  if (delivery.attempts === 0 && waitingSince + worthTryingMs(offsetsMs) <= attemptedAt) {
    return expired(delivery, attemptedAt);
  }
  const outcome = (result: AttemptResult): AttemptRecord =>
    outcomeOf(delivery, { attemptedAt, now: clock.now(), result }, { offsetsMs, random: random() });

  const request = webhookRequestOf(receiver, delivery, attemptedAt);
  if (!request) return outcome({ responseStatus: null, error: 'secret' });
  // The session may have become private between the check above and the first byte, while the connection was made.
  const mayStart = async () => (await findSendable(db, due))?.allowed === true;
  const counted = { ...request, countedAs: receiver.scope };
  const result = await post(receiver.scope === 'public' ? { ...counted, mayStart } : counted);
  if (result !== 'withheld') return 'waitMs' in result ? result : outcome(result);
  return (await findSendable(db, due))?.allowed === false ? cancelled(delivery, clock.now()) : undefined;
};
