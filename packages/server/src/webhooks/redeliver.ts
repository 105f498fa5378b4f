import { type DeliveryState, ServiceError } from '@pairspace/protocol';
import type { WebhookReach } from '../access/webhook-reach.ts';
import { deliveriesTopic } from '../events/topics.ts';
import type { Transaction } from '../storage/storage.ts';
import { type DeliveryRow, presentDelivery } from './delivery-store.ts';
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
  const row = await tx.get<DeliveryRow>`
    update delivery set status = 'pending', due_at = ${tx.now}, queued_at = ${tx.now}, finished_at = null,
      attempts = case when status = 'pending' then attempts else 0 end,
      attempts_before = attempts_before + case when status = 'pending' then 0 else attempts end,
      first_attempt_at = case when status = 'pending' then first_attempt_at end
    where webhook_id = ${webhookId} and id = ${deliveryId} returning *
  `;
  if (!row) throw new ServiceError('NOT_FOUND', 'There is no such delivery of this webhook.');
  tx.notify(deliveriesTopic);
  return presentDelivery(row);
};
