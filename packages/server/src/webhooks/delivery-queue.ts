import type { Visibility, WebhookFormat } from '@pairspace/protocol';
import type { Queries, Transaction } from '../storage/storage.ts';
import type { DeliveryRow } from './deliveries.ts';
import type { WebhookRow } from './webhook-store.ts';

/** The lease on the queue of a webhook. Its holder sends from the queue, one delivery after the other. */
interface Lease {
  webhook_id: string;
  leased_until: number;
}

/** A queue with a delivery that is due. */
export interface DueQueue extends Lease {
  url: string;
  due_at: number;
}

/**
 * The queues of active webhooks with something due, the one that was served longest ago first. A delivery without an
 * attempt is due whatever its time, since the clock of the node that queued it may be ahead. The recursive query finds
 * each webhook by the index, and skips the other rows of its queue.
 */
export const listDueQueues = async (db: Queries, now: number): Promise<DueQueue[]> => {
  const queues = await db.all<DueQueue & { new_at: number | null; retry_at: number | null }>`
    with recursive waiting (webhook_id) as (
      select min(webhook_id) from delivery where status = 'pending'
      union all
      select (select min(webhook_id) from delivery where status = 'pending' and webhook_id > waiting.webhook_id)
      from waiting where webhook_id is not null
    )
    select webhook.id as webhook_id, url, leased_until,
      (select min(due_at) from delivery where status = 'pending' and webhook_id = webhook.id
        and case when attempts = 0 then 0 else 1 end = 0) as new_at,
      (select min(due_at) from delivery where status = 'pending' and webhook_id = webhook.id
        and case when attempts = 0 then 0 else 1 end = 1) as retry_at
    from waiting join webhook on webhook.id = waiting.webhook_id
    where active = 1
    order by coalesce(last_delivery_at, 0), webhook.id
  `;
  for (const queue of queues) {
    const newAt = queue.new_at === null ? Infinity : Math.min(queue.new_at, now);
    queue.due_at = Math.min(newAt, queue.retry_at ?? Infinity);
  }
  return queues.filter(({ due_at }) => due_at <= now);
};

/** A delivery with all data for an attempt, and the lease under which it is sent. */
export interface Sendable extends Lease, DeliveryRow, Pick<WebhookRow, 'url' | 'scope' | 'secret' | 'service_url'> {
  queued_at: number;
  body: string | null;
  at: number | null;
  data: string | null;
  actor_name: string | null;
  /** `a2a` is the format of the notices of a task (A2A-12). */
  format: WebhookFormat | 'a2a';
  /** Null if the session is deleted, or if the delivery is of no session. */
  visibility: Visibility | null;
}

/**
 * Takes or renews the lease on a queue, and returns its next due delivery. Without one, or if `leaseMs` is 0, it
 * releases the lease. It does nothing if somebody else has taken the lease since it was read. The lease of a dead holder
 * ends by itself.
 */
export const takeNext = async (
  tx: Transaction,
  { webhook_id, leased_until }: Lease,
  leaseMs: number,
): Promise<Sendable | undefined> => {
  const taken = await tx.run`
    update webhook set leased_until = ${tx.now + leaseMs} where id = ${webhook_id} and leased_until = ${leased_until}
  `;
  if (taken === 0) return undefined;
  const next = leaseMs > 0 ? await findNext(tx, webhook_id, tx.now) : undefined;
  if (!next) tx.queueWrite`update webhook set leased_until = 0 where id = ${webhook_id}`;
  return next;
};

/** First attempts go in the order of `due_at`, which is the order of `seq` in each session. */
export const findNext = (db: Queries, webhookId: string, now: number): Promise<Sendable | undefined> =>
  db.get<Sendable>`
    select delivery.*, event.at, event.data, event.actor_name, url, webhook.scope, format, secret, service_url,
      leased_until, session.visibility
    from (
      select * from (
        select session_id, id, due_at from delivery
        where webhook_id = ${webhookId} and status = 'pending' and case when attempts = 0 then 0 else 1 end = 0
        order by due_at, seq limit 1
      ) untried
      union all
      select * from (
        select session_id, id, due_at from delivery
        where webhook_id = ${webhookId} and status = 'pending' and case when attempts = 0 then 0 else 1 end = 1
          and due_at <= ${now}
        order by due_at, seq limit 1
      ) retried
      order by due_at limit 1
    ) due
      join delivery on delivery.session_id = due.session_id and delivery.id = due.id
      join webhook on webhook.id = webhook_id and active = 1
      left join event on event.session_id = delivery.session_id and event.seq = delivery.seq
      left join session on session.id = delivery.session_id
  `;

/** The state of a delivery after an attempt. The time of the last attempt is null without one. */
export type Outcome = Pick<
  DeliveryRow,
  'status' | 'attempts' | 'first_attempt_at' | 'last_attempt_at' | 'due_at' | 'response_status' | 'error'
>;

/**
 * Writes the outcome of a delivery. A late outcome, under a lease that is lost, reverts nothing: neither the end of a
 * delivery nor the attempts of others.
 */
export const recordOutcome = async (tx: Transaction, delivery: Sendable, outcome: Outcome): Promise<void> => {
  const { status, attempts, last_attempt_at: attemptedAt } = outcome;
  const changed = await tx.run`
    update delivery set status = ${status}, attempts = ${attempts}, first_attempt_at = ${outcome.first_attempt_at},
      last_attempt_at = coalesce(${attemptedAt}, last_attempt_at), due_at = ${outcome.due_at},
      response_status = ${outcome.response_status}, error = ${outcome.error},
      finished_at = ${status === 'pending' ? null : tx.now}
    where session_id = ${delivery.session_id} and id = ${delivery.id} and status = 'pending' and attempts <= ${attempts}
  `;
  if (changed === 0) return;
  const last = attemptedAt === null ? null : status === 'delivered' ? 'delivered' : 'failed';
  const isGivenUp = status === 'failed' && delivery.event !== 'ping';
  tx.queueWrite`
    update webhook set failed_deliveries = failed_deliveries + ${Number(isGivenUp)},
      last_delivery_at = coalesce(${attemptedAt}, last_delivery_at),
      last_delivery_status = coalesce(${last}, last_delivery_status)
    where id = ${delivery.webhook_id}
  `;
};

/** The number of deliveries that wait for an attempt. A longer queue shows as one of 100,000. */
export const queueDepth = async (db: Queries): Promise<number> => {
  const row = await db.get<{ deliveries: number }>`
    select count(*) as deliveries from (select 1 from delivery where status = 'pending' limit 100000) waiting
  `;
  return row?.deliveries ?? 0;
};
