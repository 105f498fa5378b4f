import type { Webhook } from '@pairspace/protocol';
import type { WebhookReach } from '../access/webhook-reach.ts';
import type { Transaction } from '../storage/storage.ts';
import { deliveriesTopic } from '../events/topics.ts';
import { getWebhook, presentWebhook } from './webhook-store.ts';

interface Toggle {
  active?: boolean | undefined;
  /** The time for which deliveries wait for an inactive webhook. */
  scheduleMs: number;
}

/** Sets or toggles a webhook. Re-activation sends waiting deliveries, except outdated ones (HOOK-6). */
export const updateWebhook = async (
  tx: Transaction,
  reach: WebhookReach,
  id: string,
  { active: asked, scheduleMs }: Toggle,
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

/** Gives up outdated deliveries; returns the number of events that will not arrive, without pings. */
const giveUpOutdated = async (tx: Transaction, id: string, before: number): Promise<number> => {
  const outdated = await tx.get<{ events: number }>`
    select count(*) as events from delivery
    where webhook_id = ${id} and status = 'pending' and coalesce(first_attempt_at, queued_at) <= ${before}
      and event <> 'ping'
  `;
  while ((await giveUpSome(tx, id, before)) === givenUpAtOnce) await tx.takeTurn();
  return outdated?.events ?? 0;
};

/** The number of deliveries in one step: a receiver that hung for a day may have many. */
const givenUpAtOnce = 500;

const giveUpSome = (tx: Transaction, id: string, before: number): Promise<number> =>
  tx.run`
    update delivery set status = 'failed', error = 'expired', finished_at = ${tx.now}
    where (session_id, id) in (
      select session_id, id from delivery
      where webhook_id = ${id} and status = 'pending' and coalesce(first_attempt_at, queued_at) <= ${before}
      limit 0 + ${givenUpAtOnce}
    )
  `;
