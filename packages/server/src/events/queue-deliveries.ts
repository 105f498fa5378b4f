import type { LoggedName, Visibility } from '@pairspace/protocol';
import { forgetOrigin, webhookOf } from '../access/origin.ts';
import { newId } from '../lib/ids.ts';
import { type Sql, sql, statement } from '../storage/sql.ts';
import type { Transaction } from '../storage/storage.ts';
import { deliveriesTopic } from './topics.ts';

/**
 * The length of the first part of a delivery's id: a time and 50 random bits, which all deliveries of one event share.
 * The last 50 random bits of the webhook's id follow.
 */
const headLength = 'dlv_'.length + 11 + 10;

interface Appended {
  sessionId: string;
  seq: number;
  event: LoggedName;
  visibility: Visibility;
}

/**
 * Queues an event for every active webhook that subscribed to it, in the transaction of the event (HOOK-12). Open
 * webhooks get only events of public sessions (HOOK-3). No delivery is due before one that waits since the clock was set
 * back, because first attempts go in the order of `due_at` (HOOK-15).
 */
export const queueDeliveries = async (
  tx: Transaction,
  { sessionId, seq, event, visibility }: Appended,
): Promise<void> => {
  const queued = await tx.run`
    insert into delivery (session_id, id, webhook_id, seq, event, status, attempts, attempts_before, due_at, created_at,
      queued_at)
    select ${sessionId}, ${newId('dlv', tx.now).slice(0, headLength)} || substr(webhook.id, length(webhook.id) - 9), webhook.id, ${seq}, ${event}, 'pending', 0, 0,
      coalesce(
        (select max(due_at) from delivery where webhook_id = webhook.id and status = 'pending'
          and case when attempts = 0 then 0 else 1 end = 0 and due_at > ${tx.now}),
        ${tx.now}
      ),
      ${tx.now}, ${tx.now}
    from webhook_subscription join webhook on webhook.id = webhook_subscription.webhook_id
    where webhook_subscription.session_id in (${sessionId}, '*') and webhook_subscription.event = ${event}
      and active = 1 and (scope <> 'public' or ${visibility} = 'public')
  `;
  if (queued > 0) tx.notify(deliveriesTopic);
};

/** Returns 1 if a webhook may want events of the session, null if none can. */
export const findWatched = async (tx: Transaction, sessionId: string): Promise<1 | null> => {
  const row = await tx.get<{ watched: 1 | null }>`
    select case when exists (select 1 from webhook_subscription where session_id = ${sessionId})
      or exists (select 1 from webhook_subscription where session_id = '*') then 1 end as watched
  `;
  return row?.watched ?? null;
};

/**
 * Whether a webhook takes the events of all public sessions. No other webhook can want the events of a session that is
 * just being created.
 */
export const hasOpenWebhook = async (tx: Transaction): Promise<boolean> => {
  const found = await tx.get`select 1 as found from webhook_subscription where session_id = '*' limit 1`;
  return found !== undefined;
};

/**
 * Deletes the webhooks that match a condition, and returns their number. Their delivery queues are removed later, in
 * small steps.
 */
export const endWebhooks = async (tx: Transaction, condition: Sql): Promise<number> => {
  const ended = await tx.all<{ id: string; sessionId: string | null }>(
    ...statement(sql`delete from webhook where ${condition} returning id, session_id as "sessionId"`),
  );
  for (const { id, sessionId } of ended) {
    forgetOrigin(tx, webhookOf(sessionId, id));
    await tx.run`delete from webhook_subscription where webhook_id = ${id}`;
    await tx.run`insert into webhook_deletion (webhook_id) values (${id})`;
  }
  return ended.length;
};
