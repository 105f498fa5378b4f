import type { DeliveryState } from '@pairspace/protocol';
import type { WebhookReach } from '../access/webhook-reach.ts';
import { deliveriesTopic } from '../events/topics.ts';
import type { Transaction } from '../storage/storage.ts';
import { type DeliveryRow, getDelivery, presentDelivery } from './delivery-store.ts';
import { getWebhook } from './webhook-store.ts';

/**
 * Makes a delivery due now. An ended delivery begins a new round of attempts; a waiting one stays in its round
 * (HOOK-21).
 */
export const redeliver = async (
  tx: Transaction,
  reach: WebhookReach,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryState> => {
  await getWebhook(tx, reach, webhookId);
  const row = await getDelivery(tx, webhookId, deliveryId);
  const again: DeliveryRow =
    row.status === 'pending' ? { ...row, due_at: tx.now } : { ...row, ...newRound(row), due_at: tx.now };
  await tx.run`
    update delivery set status = 'pending', attempts = ${again.attempts}, attempts_before = ${again.attempts_before},
      first_attempt_at = ${again.first_attempt_at}, due_at = ${again.due_at}, finished_at = ${again.finished_at},
      queued_at = ${tx.now}
    where session_id = ${row.session_id} and id = ${row.id}
  `;
  tx.notify(deliveriesTopic);
  return presentDelivery(again);
};

const newRound = ({ attempts, attempts_before }: DeliveryRow) => ({
  status: 'pending' as const,
  attempts: 0,
  attempts_before: attempts_before + attempts,
  first_attempt_at: null,
  finished_at: null,
});
