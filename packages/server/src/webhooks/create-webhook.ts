import { type BodyOf, conflict, type Endpoints, type Limits, ServiceError, type Webhook } from '@pairspace/protocol';
import { assertStorageHasRoom } from '../access/capacity.ts';
import { type Caller, isMember } from '../access/caller.ts';
import { type Capability, recordOrigin, webhookOf } from '../access/origin.ts';
import type { SessionHead } from '../access/session-head.ts';
import { assertMayUseWebhooks, ownerAt, type WebhookRules } from '../access/webhook-reach.ts';
import { newId } from '../lib/ids.ts';
import type { SecretBox } from '../lib/secret-box.ts';
import type { Transaction } from '../storage/storage.ts';
import { presentWebhook, type WebhookRow } from './webhook-store.ts';

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
