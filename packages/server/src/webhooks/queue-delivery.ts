import { type Delivery, type DeliveryState, ServiceError } from '@pairspace/protocol';
import { assertStorageHasRoom } from '../access/capacity.ts';
import type { WebhookReach } from '../access/webhook-reach.ts';
import { deliveriesTopic } from '../events/topics.ts';
import { isoTime } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { invariant } from '../lib/invariant.ts';
import type { Transaction } from '../storage/storage.ts';
import { type DeliveryRow, presentDelivery } from './delivery-store.ts';
import { getWebhook, presentWebhook } from './webhook-store.ts';

/** Queues a test event for one webhook, with the webhook as its entity. It is tried once (HOOK-22). */
export const pingWebhook = async (tx: Transaction, reach: WebhookReach, id: string): Promise<DeliveryState> => {
  assertStorageHasRoom(tx);
  const row = await getWebhook(tx, reach, id);
  const data = presentWebhook(row);
  const body: Delivery = { event: 'ping', timestamp: isoTime(tx.now), sessionId: row.session_id, data };
  const state = await tx.get<DeliveryRow>`
    insert into delivery (session_id, id, webhook_id, event, body, status, attempts, attempts_before, due_at, created_at,
      queued_at)
    values (${row.session_id ?? ''}, ${newId('dlv', tx.now)}, ${id}, 'ping', ${JSON.stringify(body)}, 'pending', 0, 0, ${tx.now},
      ${tx.now}, ${tx.now})
    returning *
  `;
  invariant(state, 'an inserted row is returned');
  tx.notify(deliveriesTopic);
  return presentDelivery(state);
};

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
