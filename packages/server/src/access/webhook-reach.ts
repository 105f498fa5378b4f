import { ServiceError, type WebhookScope } from '@pairspace/protocol';
import { hash } from 'node:crypto';
import { type Caller, isMember } from './caller.ts';

/** The callers that may have webhooks without a token of a session: everybody, or only the operator (HOOK-3). */
export type WebhookAccess = 'open' | 'token';

export interface WebhookRules {
  access: WebhookAccess;
  /** Whether a webhook without a token belongs to the address that registered it (HOOK-32). */
  ownedByAddress: boolean;
}

/** The webhooks that a caller sees, toggles and deletes (HOOK-2, HOOK-3, HOOK-32). */
export interface WebhookReach {
  /** Whether every webhook is included. */
  everything: boolean;
  /** The session whose webhooks are included. */
  sessionId: string | null;
  /** Whether open webhooks are included: those that were made without a token. */
  open: boolean;
  /** The owner whose open webhooks are fully in reach; null: the open webhooks of every owner. */
  owner: string | null;
}

/** Returns the form in which a webhook stores the address that made it. */
export const ownerAt = (clientAddress: string): string => hash('sha256', `webhook ${clientAddress}`);

/** Refuses a caller without a token, or with a walk-in's token, where webhooks need a token. */
export const assertMayUseWebhooks = (caller: Caller, access: WebhookAccess): void => {
  if (access === 'open' || caller.kind === 'operator' || isMember(caller)) return;
  if (caller.kind === 'stranger') throw new ServiceError('UNAUTHORIZED', 'Webhooks need a token of a session here.');
  throw new ServiceError('FORBIDDEN', 'Webhooks need a token that is not a walk-in’s.');
};

export const reachOf = (
  caller: Caller,
  clientAddress: string,
  { access, ownedByAddress }: WebhookRules,
): WebhookReach => {
  assertMayUseWebhooks(caller, access);
  return {
    everything: caller.kind === 'operator',
    sessionId: isMember(caller) ? caller.sessionId : null,
    open: access === 'open',
    owner: ownedByAddress ? ownerAt(clientAddress) : null,
  };
};

/** The columns of a webhook that decide who owns it. */
export interface OwnedWebhook {
  scope: WebhookScope;
  session_id: string | null;
  owner: string | null;
}

/**
 * Returns the part of a webhook that is in reach: `whole` may be read and changed, `outline` is the part that everybody
 * may read.
 */
export const extentOf = (reach: WebhookReach, webhook: OwnedWebhook): 'whole' | 'outline' | 'none' => {
  if (reach.everything) return 'whole';
  if (webhook.scope === 'session' && webhook.session_id === reach.sessionId) return 'whole';
  if (webhook.scope !== 'public' || !reach.open) return 'none';
  return reach.owner === null || reach.owner === webhook.owner ? 'whole' : 'outline';
};

/** Refuses a caller that may not change this webhook. For a webhook out of reach the refusal is NOT_FOUND. */
export const assertInReach: (
  reach: WebhookReach,
  webhook: OwnedWebhook | undefined,
) => asserts webhook is OwnedWebhook = (reach, webhook) => {
  const extent = webhook ? extentOf(reach, webhook) : 'none';
  if (extent === 'none') throw new ServiceError('NOT_FOUND', 'There is no such webhook.');
  if (extent === 'outline') {
    throw new ServiceError('FORBIDDEN', 'Another address made this webhook. That address and the operator manage it.');
  }
};
