import type { WebhookReach } from '../access/webhook-reach.ts';
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
  await endWebhook(tx, id);
  return { id, deleted: true };
};

/** Removes the row of a webhook, and leaves its queue to the sweep. */
export const endWebhook = async (tx: Transaction, id: string): Promise<void> => {
  await tx.run`delete from webhook where id = ${id}`;
  await tx.run`delete from webhook_subscription where webhook_id = ${id}`;
  await tx.run`insert into webhook_deletion (webhook_id) values (${id})`;
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
