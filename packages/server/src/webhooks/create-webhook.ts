import { type BodyOf, type Endpoints, ServiceError, type Webhook, type WebhookScope } from '@pairspace/protocol';
import { assertStorageHasRoom } from '../access/capacity.ts';
import { type Caller, isMember } from '../access/caller.ts';
import { type Capability, recordOrigin, webhookOf } from '../access/origin.ts';
import type { SessionHead } from '../access/session-head.ts';
import { assertMayUseWebhooks, ownerAt, type WebhookRules } from '../access/webhook-reach.ts';
import { newId } from '../lib/ids.ts';
import type { Transaction } from '../storage/storage.ts';
import { assertRoom, assertRoomAt, scopeFor, type WebhookLimits } from './policy.ts';
import type { SecretBox } from '../lib/secret-box.ts';
import { presentWebhook, type WebhookRow } from './webhook-store.ts';

/** A longer address of the service would leave no room for the text above the link. */
const mostOfServiceUrl = 150;

interface Registrar extends WebhookLimits, WebhookRules {
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
  { access, ownedByAddress, clientAddress, secrets, makers, serviceUrl, ...limits }: Registrar,
): Promise<Webhook> => {
  assertStorageHasRoom(tx);
  assertMayUseWebhooks(caller, access);
  const scope = scopeFor(caller);
  const about = await sessionFor(tx, caller, sessionId ?? null);
  assertRoom(scope, await countOf(tx, scope, about), limits);
  const owner = scope === 'public' ? ownerAt(clientAddress) : null;
  if (owner !== null && ownedByAddress) assertRoomAt(await countOfOwner(tx, owner), limits);
  const id = newId('whk', tx.now);
  const row: WebhookRow = {
    id,
    url,
    events: JSON.stringify([...new Set(events)]),
    session_id: about,
    scope,
    owner,
    secret: typeof secret === 'string' ? secrets.seal(secret, id) : null,
    format,
    service_url: linkRoot(serviceUrl),
    ...{ active: 1, failed_deliveries: 0, last_delivery_at: null, last_delivery_status: null },
    created_at: tx.now,
    updated_at: tx.now,
  };
  await insertWebhook(tx, row, new Set(events));
  recordOrigin(tx, webhookOf(about, id), makers);
  return presentWebhook(row);
};

const linkRoot = (serviceUrl: string | undefined): string | null =>
  serviceUrl !== undefined && serviceUrl.length <= mostOfServiceUrl ? serviceUrl.replace(/\/$/, '') : null;

const insertWebhook = async (tx: Transaction, row: WebhookRow, events: ReadonlySet<string>): Promise<void> => {
  const { id, session_id: about } = row;
  await tx.run`
    insert into webhook (id, url, events, session_id, scope, owner, secret, format, service_url, active, failed_deliveries, leased_until,
      created_at, updated_at)
    values (${id}, ${row.url}, ${row.events}, ${about}, ${row.scope}, ${row.owner}, ${row.secret}, ${row.format},
      ${row.service_url}, 1, 0, 0, ${tx.now}, ${tx.now})
  `;
  for (const event of events) {
    await tx.run`
      insert into webhook_subscription (session_id, event, webhook_id) values (${about ?? '*'}, ${event}, ${id})
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

/** Counts the webhooks of a scope. Nobody else adds an open one until the commit. */
const countOf = async (tx: Transaction, scope: WebhookScope, sessionId: string | null): Promise<number> => {
  if (scope === 'public') tx.queueLock('open webhooks', 'alone');
  const row =
    scope === 'session'
      ? await tx.get<{ webhooks: number }>`
          select count(*) as webhooks from webhook where session_id = ${sessionId} and scope = 'session' and task_id is null
        `
      : await tx.get<{ webhooks: number }>`select count(*) as webhooks from webhook where scope = ${scope}`;
  return row?.webhooks ?? 0;
};

const countOfOwner = async (tx: Transaction, owner: string): Promise<number> => {
  const row = await tx.get<{ webhooks: number }>`
    select count(*) as webhooks from webhook where scope = 'public' and owner = ${owner}
  `;
  return row?.webhooks ?? 0;
};
