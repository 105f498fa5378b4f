import { type BodyOf, conflict, type Endpoints, type Limits, ServiceError, type Webhook } from '@pairspace/protocol';
import { assertStorageHasRoom } from '../access/capacity.ts';
import { type Caller, isMember } from '../access/caller.ts';
import { type Capability, recordOrigin, webhookOf } from '../access/origin.ts';
import type { SessionHead } from '../access/session-head.ts';
import { assertMayUseWebhooks, ownerAt, type WebhookReach, type WebhookRules } from '../access/webhook-reach.ts';
import { endWebhooks } from '../events/queue-deliveries.ts';
import { deliveriesTopic } from '../events/topics.ts';
import { newId } from '../lib/ids.ts';
import type { SecretBox } from '../lib/secret-box.ts';
import { sql } from '../storage/sql.ts';
import type { Transaction } from '../storage/storage.ts';
import { getWebhook, presentWebhook, rowsAtOnce, type WebhookRow } from './webhook-store.ts';

/** A longer address of the service would leave no room for the text above the link. */
const mostOfServiceUrl = 150;

interface Registrar extends WebhookRules {
  limits: Pick<Limits, 'webhooksPerSession' | 'openWebhooks' | 'openWebhooksInAll'>;
  makers: readonly Capability[];
  /** The address of the service, with which links begin. */
  serviceUrl: string | undefined;
  clientAddress: string;
  secrets: SecretBox;
}

/** Registers a webhook; the token of the caller decides about its scope (HOOK-1 to HOOK-5). */
export const createWebhook = async (
  tx: Transaction,
  caller: Caller,
  { url, events, secret, format, sessionId }: BodyOf<Endpoints['createWebhook']>,
  { access, ownedByAddress, clientAddress, secrets, makers, serviceUrl, limits }: Registrar,
): Promise<Webhook> => {
  assertStorageHasRoom(tx);
  assertMayUseWebhooks(caller, access);
  const scope = caller.kind === 'operator' ? 'all' : isMember(caller) ? 'session' : 'public';
  const about = await sessionFor(tx, caller, sessionId ?? null);
  const owner = scope === 'public' ? ownerAt(clientAddress) : null;
  await assertRoom(tx, { scope, session_id: about, owner: ownedByAddress ? owner : null }, limits);
  const id = newId('whk', tx.now);
  const row: WebhookRow = {
    ...{ id, url, session_id: about, scope, owner, format, created_at: tx.now, updated_at: tx.now },
    ...{ active: 1, failed_deliveries: 0, last_delivery_at: null, last_delivery_status: null },
    events: JSON.stringify([...new Set(events)]),
    secret: typeof secret === 'string' ? secrets.seal(secret, id) : null,
    service_url: serviceUrl && serviceUrl.length <= mostOfServiceUrl ? serviceUrl.replace(/\/$/, '') : null,
  };
  insertWebhook(tx, row, new Set(events));
  recordOrigin(tx, webhookOf(about, id), makers);
  return presentWebhook(row);
};

const insertWebhook = (tx: Transaction, row: WebhookRow, events: ReadonlySet<string>): void => {
  tx.queueWrite`
    insert into webhook (id, url, events, session_id, scope, owner, secret, format, service_url, active,
      failed_deliveries, leased_until, created_at, updated_at)
    values (${row.id}, ${row.url}, ${row.events}, ${row.session_id}, ${row.scope}, ${row.owner}, ${row.secret},
      ${row.format}, ${row.service_url}, 1, 0, 0, ${tx.now}, ${tx.now})
  `;
  for (const event of events) {
    tx.queueWrite`
      insert into webhook_subscription (session_id, event, webhook_id) values (${row.session_id ?? '*'}, ${event}, ${row.id})
    `;
  }
};

/** The session of the webhook: the token's own, one that the caller may read, or none. */
const sessionFor = async (tx: Transaction, caller: Caller, asked: string | null): Promise<string | null> => {
  if (isMember(caller)) {
    if (asked !== null && asked !== caller.sessionId) {
      throw new ServiceError('FORBIDDEN', 'This token is of another session than sessionId.');
    }
    return caller.sessionId;
  }
  if (asked === null) return null;
  // The update locks the session until the commit: its deletion waits, and then deletes the webhook too.
  const session = await tx.get<Pick<SessionHead, 'visibility'>>`
    update session set last_seq = last_seq where id = ${asked} returning visibility
  `;
  if (!session) throw new ServiceError('NOT_FOUND', 'There is no such session.');
  if (caller.kind !== 'operator' && session.visibility === 'private') {
    const code = caller.kind === 'stranger' ? 'UNAUTHORIZED' : 'FORBIDDEN';
    throw new ServiceError(code, 'This session is private; a token of it is needed that is not a walk-in’s.');
  }
  return asked;
};

/** Refuses one more webhook than there may be. Nobody else adds an open one until the commit. */
const assertRoom = async (
  tx: Transaction,
  { scope, session_id, owner }: Pick<WebhookRow, 'scope' | 'session_id' | 'owner'>,
  { webhooksPerSession, openWebhooks, openWebhooksInAll }: Registrar['limits'],
): Promise<void> => {
  const refuseAbove = (count: number, most: number, who: string): void => {
    if (count < most) return;
    const open = scope === 'public' ? ' without a token. Send a token of a session, or delete one' : '';
    throw conflict('limit_reached', `${who} has at most ${String(most)} webhooks${open}.`);
  };
  if (scope === 'session') {
    const there = await tx.all`
      select id from webhook where session_id = ${session_id} and scope = 'session' and task_id is null
    `;
    refuseAbove(there.length, webhooksPerSession, 'A session');
  } else if (scope === 'public') {
    tx.queueLock('open webhooks', 'alone');
    const there = await tx.all<{ owner: string }>`select owner from webhook where scope = 'public'`;
    refuseAbove(there.length, openWebhooksInAll, 'This service');
    refuseAbove(there.filter((one) => one.owner === owner).length, openWebhooks, 'An address');
  }
};

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

/**
 * Gives up outdated deliveries, of which a receiver that hung for a day may have many; returns the number of events that
 * will not arrive, without pings.
 */
const giveUpOutdated = async (tx: Transaction, id: string, before: number): Promise<number> => {
  const rows = await tx.all<{ event: string }>`
    update delivery set status = 'failed', error = 'expired', finished_at = ${tx.now}
    where (session_id, id) in (
      select session_id, id from delivery
      where webhook_id = ${id} and status = 'pending' and coalesce(first_attempt_at, queued_at) <= ${before}
      limit 0 + ${rowsAtOnce}
    ) returning event
  `;
  const events = rows.filter(({ event }) => event !== 'ping').length;
  if (rows.length < rowsAtOnce) return events;
  await tx.takeTurn();
  return events + (await giveUpOutdated(tx, id, before));
};

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
      (select id from delivery where webhook_id = ${next.id} order by id limit 0 + ${rowsAtOnce})
  `;
  if (removed === 0) await tx.run`delete from webhook_deletion where webhook_id = ${next.id}`;
  return true;
};
