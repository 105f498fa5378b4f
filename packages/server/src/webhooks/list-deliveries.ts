import type { DeliveryState } from '@pairspace/protocol';
import type { WebhookReach } from '../access/webhook-reach.ts';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import { type DeliveryRow, presentDelivery } from './delivery-store.ts';
import { getWebhook } from './webhook-store.ts';

/** A text that sorts after every delivery id. */
const newest = 'dlv_~';

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
  const before = textCursor('deliveries', cursor) ?? newest;
  const rows = await db.all<DeliveryRow>`
    select delivery.session_id, delivery.id, webhook_id, seq, event, delivery.status, attempts, attempts_before,
      first_attempt_at, last_attempt_at, due_at, response_status, error, delivery.created_at, finished_at
    from delivery join webhook on webhook.id = webhook_id
      left join session on session.id = delivery.session_id
    where webhook_id = ${webhookId} and delivery.id < ${before}
      and (scope <> 'public' or delivery.session_id = '' or visibility = 'public' or ${Number(reach.everything)} = 1)
    order by delivery.id desc limit 0 + ${limit + 1}
  `;
  const { items, nextCursor } = pageOfRows('deliveries', rows, limit, (row) => row.id);
  return { items: items.map(presentDelivery), nextCursor };
};
