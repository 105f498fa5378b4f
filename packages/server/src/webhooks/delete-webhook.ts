import type { WebhookReach } from '../access/webhook-reach.ts';
import { endWebhooks } from '../events/queue-deliveries.ts';
import { sql } from '../storage/sql.ts';
import type { Transaction } from '../storage/storage.ts';
import { getWebhook } from './webhook-store.ts';

/** The number of rows in one sweep, which bounds how long it blocks the writer. */
const sweepRows = 1000;

/** Deletes a webhook. Its queue is no longer sent; `sweepDeletedWebhooks` removes the rows in small steps. */
export const deleteWebhook = async (
  tx: Transaction,
  reach: WebhookReach,
  id: string,
): Promise<{ id: string; deleted: true }> => {
  await getWebhook(tx, reach, id);
  await endWebhooks(tx, sql`id = ${id}`);
  return { id, deleted: true };
};

/** Removes some deliveries of deleted webhooks; returns whether there may be more. */
export const sweepDeletedWebhooks = async (tx: Transaction): Promise<boolean> => {
  const [next] = await tx.lockAvailable<{ id: string }>`select webhook_id as id from webhook_deletion limit 1`;
  if (!next) return false;
  const removed = await tx.run`
    delete from delivery where webhook_id = ${next.id} and id in
      (select id from delivery where webhook_id = ${next.id} order by id limit 0 + ${sweepRows})
  `;
  if (removed === 0) await tx.run`delete from webhook_deletion where webhook_id = ${next.id}`;
  return true;
};
