import {
  type Delivery,
  type DeliveryError,
  type DeliveryState,
  type DeliveryStatus,
  ServiceError,
} from '@pairspace/protocol';
import { assertStorageHasRoom } from '../access/capacity.ts';
import type { WebhookReach } from '../access/webhook-reach.ts';
import { deliveriesTopic } from '../events/topics.ts';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { invariant } from '../lib/invariant.ts';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { getWebhook, presentWebhook, rowsAtOnce } from './webhook-store.ts';

export interface DeliveryRow {
  /** Empty in a ping of a webhook that concerns no single session. */
  session_id: string;
  id: string;
  webhook_id: string;
  seq: number | null;
  event: Delivery['event'];
  status: DeliveryStatus;
  /** The attempts of the present round; a redelivery begins a new round. */
  attempts: number;
  attempts_before: number;
  first_attempt_at: number | null;
  last_attempt_at: number | null;
  due_at: number;
  response_status: number | null;
  error: DeliveryError | null;
  created_at: number;
  finished_at: number | null;
}

const presentDelivery = (row: DeliveryRow): DeliveryState => ({
  id: row.id,
  webhookId: row.webhook_id,
  event: row.event,
  sessionId: row.session_id === '' ? null : row.session_id,
  seq: row.seq,
  status: row.status,
  attempts: row.attempts_before + row.attempts,
  nextAttemptAt: row.status === 'pending' ? isoTime(row.due_at) : null,
  lastAttemptAt: isoTimeOrNull(row.last_attempt_at),
  responseStatus: row.response_status,
  error: row.error,
  createdAt: isoTime(row.created_at),
  finishedAt: isoTimeOrNull(row.finished_at),
});

/**
 * The deliveries of a webhook, newest first, without bodies (HOOK-20). Unless the caller sees everything, the list of
 * an open webhook leaves out sessions that are private now.
 */
export const listDeliveries = async (
  db: Queries,
  reach: WebhookReach,
  webhookId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<DeliveryState>> => {
  await getWebhook(db, reach, webhookId);
  const rows = await db.all<DeliveryRow>`
    select delivery.* from delivery join webhook on webhook.id = webhook_id
      left join session on session.id = delivery.session_id
    where webhook_id = ${webhookId} and delivery.id < ${textCursor('deliveries', cursor) ?? 'dlv_~'}
      and (scope <> 'public' or delivery.session_id = '' or visibility = 'public' or ${Number(reach.everything)} = 1)
    order by delivery.id desc limit 0 + ${limit + 1}
  `;
  const { items, nextCursor } = pageOfRows('deliveries', rows, limit, (row) => row.id);
  return { items: items.map(presentDelivery), nextCursor };
};

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

/** Removes some deliveries that ended long ago; returns their number. */
export const forgetOldDeliveries = (tx: Transaction, keptMs: number): Promise<number> =>
  tx.run`
    delete from delivery where (session_id, id) in (
      select session_id, id from delivery where finished_at <= ${tx.now - keptMs} order by finished_at limit 0 + ${rowsAtOnce}
    )
  `;
