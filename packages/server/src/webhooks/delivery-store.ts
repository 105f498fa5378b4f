import type { Delivery, DeliveryError, DeliveryState, DeliveryStatus } from '@pairspace/protocol';
import type { WebhookReach } from '../access/webhook-reach.ts';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { getWebhook } from './webhook-store.ts';

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

export const presentDelivery = (row: DeliveryRow): DeliveryState => ({
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

/** The number of rows in one sweep, which bounds how long it blocks the writer. */
const sweepRows = 500;

/** Removes some deliveries that ended long ago; returns their number. */
export const forgetOldDeliveries = (tx: Transaction, keptMs: number): Promise<number> =>
  tx.run`
    delete from delivery where (session_id, id) in (
      select session_id, id from delivery where finished_at <= ${tx.now - keptMs} order by finished_at limit 0 + ${sweepRows}
    )
  `;
