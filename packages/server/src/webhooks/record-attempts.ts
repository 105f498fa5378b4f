import type { DeliveryError, DeliveryStatus } from '@pairspace/protocol';
import type { Transaction } from '../storage/storage.ts';

/** The outcome of an attempt, for storage. */
export interface AttemptRecord {
  session_id: string;
  id: string;
  webhook_id: string;
  status: DeliveryStatus;
  attempts: number;
  first_attempt_at: number | null;
  /** The time of the attempt; null without one. */
  attempted_at: number | null;
  due_at: number;
  response_status: number | null;
  error: DeliveryError | null;
  /** Whether the delivery counts as given up. */
  failed: boolean;
}

/**
 * Writes the outcomes of many attempts in their order. A late outcome, from a sender that has lost its lease, reverts
 * nothing: neither the end of a delivery nor the attempts of others.
 */
export const recordAttempts = async (tx: Transaction, records: readonly AttemptRecord[]): Promise<void> => {
  const ofWebhook = new Map<string, { failed: number; last: AttemptRecord | undefined }>();
  for (const record of records) {
    const changed = await tx.run`
      update delivery set status = ${record.status}, attempts = ${record.attempts},
        first_attempt_at = ${record.first_attempt_at},
        last_attempt_at = coalesce(${record.attempted_at}, last_attempt_at), due_at = ${record.due_at},
        response_status = ${record.response_status}, error = ${record.error},
        finished_at = ${record.status === 'pending' ? null : tx.now}
      where session_id = ${record.session_id} and id = ${record.id} and status = 'pending'
        and attempts <= ${record.attempts}
    `;
    if (changed === 0) continue;
    const sum = ofWebhook.get(record.webhook_id) ?? { failed: 0, last: undefined };
    if (record.failed) sum.failed++;
    if (record.attempted_at !== null) sum.last = record;
    ofWebhook.set(record.webhook_id, sum);
  }
  for (const [webhookId, { failed, last }] of ofWebhook) {
    const status = last && (last.status === 'delivered' ? 'delivered' : 'failed');
    await tx.run`
      update webhook set failed_deliveries = failed_deliveries + ${failed},
        last_delivery_at = coalesce(${last?.attempted_at ?? null}, last_delivery_at),
        last_delivery_status = coalesce(${status ?? null}, last_delivery_status)
      where id = ${webhookId}
    `;
  }
};
