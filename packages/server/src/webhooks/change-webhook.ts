import type { Webhook } from '@pairspace/protocol';
import type { WebhookReach } from '../access/webhook-reach.ts';
import { endWebhooks } from '../events/queue-deliveries.ts';
import { deliveriesTopic } from '../events/topics.ts';
import { sql } from '../storage/sql.ts';
import type { Transaction } from '../storage/storage.ts';
import { getWebhook, presentWebhook } from './webhook-store.ts';

/** Sets or toggles a webhook. Re-activation sends waiting deliveries, except outdated ones (HOOK-6). */
export const updateWebhook = async (
  tx: Transaction,
  reach: WebhookReach,
  id: string,
  { active: asked, scheduleMs }: { active?: boolean | undefined; scheduleMs: number },
): Promise<Webhook> => {
  const row = await getWebhook(tx, reach, id);
  const active = Number(asked ?? row.active === 0);
  if (active === row.active) return presentWebhook(row);
  const outdated = active === 1 ? await giveUpOutdated(tx, id, tx.now - scheduleMs) : 0;
  const failed = row.failed_deliveries + outdated;
  await tx.run`
    update webhook set active = ${active}, failed_deliveries = ${failed}, updated_at = ${tx.now} where id = ${id}
  `;
  tx.notify(deliveriesTopic);
  return presentWebhook({ ...row, active, failed_deliveries: failed, updated_at: tx.now });
};

/** The number of deliveries in one step: a receiver that hung for a day may have many. */
const givenUpAtOnce = 500;

/** Gives up outdated deliveries; returns the number of events that will not arrive, without pings. */
const giveUpOutdated = async (tx: Transaction, id: string, before: number): Promise<number> => {
  const rows = await tx.all<{ event: string }>`
    update delivery set status = 'failed', error = 'expired', finished_at = ${tx.now}
    where (session_id, id) in (
      select session_id, id from delivery
      where webhook_id = ${id} and status = 'pending' and coalesce(first_attempt_at, queued_at) <= ${before}
      limit 0 + ${givenUpAtOnce}
    ) returning event
  `;
  const events = rows.filter(({ event }) => event !== 'ping').length;
  if (rows.length < givenUpAtOnce) return events;
  await tx.takeTurn();
  return events + (await giveUpOutdated(tx, id, before));
};

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
