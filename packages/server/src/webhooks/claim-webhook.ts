import type { WebhookScope } from '@pairspace/protocol';
import type { StoredFormat } from './sendable.ts';
import type { Queries, Transaction } from '../storage/storage.ts';

/** A webhook whose queue this sender works on exclusively until the lease expires. */
export interface ClaimedWebhook {
  id: string;
  url: string;
  scope: WebhookScope;
  format: StoredFormat;
  /** Encrypted. */
  secret: string | null;
  lastStatus: 'delivered' | 'failed' | null;
  leasedUntil: number;
}

export interface Lease {
  /** The unique name of the sender. */
  holder: string;
  leaseMs: number;
}

/**
 * The latest end of a lease that somebody may hold. A lease with a later end was taken before the clock was set back.
 * The clocks of two nodes may differ by a lease.
 */
const latestEnd = (now: number, { leaseMs }: Lease): number => now + 2 * leaseMs;

/**
 * Takes or renews the lease on a webhook's queue; undefined if another sender holds the lease, or the webhook is
 * inactive or deleted. The queues of a dead sender become free when its leases expire.
 */
export const claimWebhook = (tx: Transaction, id: string, lease: Lease): Promise<ClaimedWebhook | undefined> =>
  tx.get<ClaimedWebhook>`
    update webhook set leased_by = ${lease.holder}, leased_until = ${tx.now + lease.leaseMs}
    where id = ${id} and active = 1
      and (leased_until <= ${tx.now} or leased_until > ${latestEnd(tx.now, lease)} or leased_by = ${lease.holder})
    returning id, url, scope, format, secret, last_delivery_status as "lastStatus", leased_until as "leasedUntil"
  `;

/** Releases every lease of a sender early. */
export const releaseWebhooks = (tx: Transaction, holder: string): Promise<number> =>
  tx.run`update webhook set leased_until = 0 where leased_by = ${holder} and leased_until > ${tx.now}`;

export interface WaitingWebhook {
  webhookId: string;
  /** The due time of the earliest delivery. A delivery without an attempt is already due. */
  dueAt: number;
  /** The other sender that holds the lease; null if there is none. */
  heldBy: string | null;
}

/**
 * The active webhooks with queued deliveries. The recursive query finds each webhook by the index, and skips the other
 * rows of its queue.
 */
export const listWaiting = async (db: Queries, lease: Lease, now: number): Promise<WaitingWebhook[]> => {
  const rows = await db.all<Omit<WaitingWebhook, 'dueAt'> & { newAt: number | null; retryAt: number | null }>`
    with recursive waiting (webhook_id) as (
      select min(webhook_id) from delivery where status = 'pending'
      union all
      select (select min(webhook_id) from delivery where status = 'pending' and webhook_id > waiting.webhook_id)
      from waiting where webhook_id is not null
    )
    select webhook.id as "webhookId",
      (select min(due_at) from delivery where status = 'pending' and webhook_id = webhook.id
        and case when attempts = 0 then 0 else 1 end = 0) as "newAt",
      (select min(due_at) from delivery where status = 'pending' and webhook_id = webhook.id
        and case when attempts = 0 then 0 else 1 end = 1) as "retryAt",
      case when leased_until > ${now} and leased_until <= ${latestEnd(now, lease)} and leased_by <> ${lease.holder}
        then leased_by end as "heldBy"
    from waiting join webhook on webhook.id = waiting.webhook_id
    where active = 1
  `;
  return rows.map(({ newAt, retryAt, ...webhook }) => ({
    ...webhook,
    dueAt: Math.min(newAt === null ? Infinity : Math.min(newAt, now), retryAt ?? Infinity),
  }));
};

export interface DueDelivery {
  session_id: string;
  id: string;
}

interface DueRow extends DueDelivery {
  seq: number | null;
  attempts: number;
}

/**
 * The due deliveries of a webhook in the order of their due times, which is the order of seq for new deliveries. A new
 * delivery is due at once, even if the clock of the node that queued it is ahead.
 */
export const listDue = async (db: Queries, webhookId: string, now: number, limit: number): Promise<DueDelivery[]> =>
  inOrderOfLogs(
    await db.all<DueRow>`
      select session_id, id, seq, attempts from (
        select * from (
          select session_id, id, seq, attempts, due_at from delivery
          where webhook_id = ${webhookId} and status = 'pending' and case when attempts = 0 then 0 else 1 end = 0
          order by due_at, seq limit 0 + ${limit}
        ) untried
        union all
        select * from (
          select session_id, id, seq, attempts, due_at from delivery
          where webhook_id = ${webhookId} and status = 'pending' and case when attempts = 0 then 0 else 1 end = 1
            and due_at <= ${now}
          order by due_at, seq limit 0 + ${limit}
        ) retried
      ) due
      where exists (select 1 from webhook where id = ${webhookId} and active = 1)
      order by due_at, seq limit 0 + ${limit}
    `,
  );

/**
 * Concurrent writers may get timestamps in another order than their seqs, so new events of a session are sorted by seq.
 */
export const inOrderOfLogs = (due: readonly DueRow[]): DueRow[] => {
  const isNew = ({ seq, attempts }: DueRow): boolean => attempts === 0 && seq !== null;
  const news = Map.groupBy(due.filter(isNew), ({ session_id }) => session_id);
  const inOrder = new Map(
    [...news].map(([id, rows]) => [id, rows.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0)).values()]),
  );
  return due.map((row) => (isNew(row) ? (inOrder.get(row.session_id)?.next().value ?? row) : row));
};
