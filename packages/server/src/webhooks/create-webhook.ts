import { type BodyOf, type Endpoints, ServiceError, type Webhook, type WebhookScope } from '@pairspace/protocol';
import { assertStorageHasRoom } from '../access/capacity.ts';
import { type Caller, unknownToken } from '../access/caller.ts';
import { findSessionHead } from '../access/session-head.ts';
import { newId } from '../lib/ids.ts';
import type { Transaction } from '../storage/storage.ts';
import {
  assertMayUseWebhooks,
  assertRoom,
  isMember,
  scopeFor,
  type WebhookAccess,
  type WebhookLimits,
} from './policy.ts';
import type { SecretBox } from './secret-box.ts';
import { presentWebhook, type WebhookRow } from './webhook-store.ts';

interface Registrar extends WebhookLimits {
  access: WebhookAccess;
  secrets: SecretBox;
}

/** Registers a webhook; what it gets follows from the token it was made with (HOOK-1 to HOOK-5). */
export const createWebhook = async (
  tx: Transaction,
  caller: Caller,
  { url, events, secret, sessionId }: BodyOf<Endpoints['createWebhook']>,
  { access, secrets, ...limits }: Registrar,
): Promise<Webhook> => {
  assertStorageHasRoom(tx);
  assertMayUseWebhooks(caller, access);
  const scope = scopeFor(caller);
  const about = await sessionFor(tx, caller, sessionId ?? null);
  assertRoom(scope, await countOf(tx, scope, about), limits);
  const id = newId('whk', tx.now);
  const row: WebhookRow = {
    id,
    url,
    events: JSON.stringify([...new Set(events)]),
    session_id: about,
    scope,
    secret: typeof secret === 'string' ? secrets.seal(secret, id) : null,
    active: 1,
    failed_deliveries: 0,
    last_delivery_at: null,
    last_delivery_status: null,
    created_at: tx.now,
    updated_at: tx.now,
  };
  await tx.run`
    insert into webhook (id, url, events, session_id, scope, secret, active, failed_deliveries, leased_until, created_at,
      updated_at)
    values (${id}, ${url}, ${row.events}, ${about}, ${scope}, ${row.secret}, 1, 0, 0, ${tx.now}, ${tx.now})
  `;
  for (const event of new Set(events)) {
    await tx.run`
      insert into webhook_subscription (session_id, event, webhook_id) values (${about ?? '*'}, ${event}, ${id})
    `;
  }
  return presentWebhook(row);
};

/** The session that the webhook is to be about: the token's own, or one that the caller may read, or none. */
const sessionFor = async (tx: Transaction, caller: Caller, asked: string | null): Promise<string | null> => {
  if (isMember(caller)) {
    if (asked !== null && asked !== caller.sessionId) {
      throw new ServiceError('FORBIDDEN', 'This token is of another session than sessionId.');
    }
    if (!(await findSessionHead(tx, caller.sessionId))) throw unknownToken();
    return caller.sessionId;
  }
  if (asked === null) return null;
  const session = await findSessionHead(tx, asked);
  if (!session) throw new ServiceError('NOT_FOUND', 'There is no such session.');
  if (caller.kind !== 'operator' && session.visibility === 'private') {
    const code = caller.kind === 'stranger' ? 'UNAUTHORIZED' : 'FORBIDDEN';
    throw new ServiceError(code, 'This session is private; a token of it is needed that is not a walk-in’s.');
  }
  return asked;
};

const countOf = async (tx: Transaction, scope: WebhookScope, sessionId: string | null): Promise<number> => {
  const row =
    scope === 'session'
      ? await tx.get<{ webhooks: number }>`
          select count(*) as webhooks from webhook where session_id = ${sessionId} and scope = 'session'
        `
      : await tx.get<{ webhooks: number }>`select count(*) as webhooks from webhook where scope = ${scope}`;
  return row?.webhooks ?? 0;
};
