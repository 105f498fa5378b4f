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
  /** All of them. */
  everything: boolean;
  /** The session whose webhooks are included. */
  sessionId: string | null;
  /** Whether webhooks without a token are included. */
  open: boolean;
  /** Of these the ones that this owner made; null: every one. */
  owner: string | null;
}

/** An address as a webhook keeps it. */
export const ownerAt = (clientAddress: string): string => hash('sha256', `webhook ${clientAddress}`);

/** An agent as the webhooks that it made for its session keep it, so that they end when it is removed (SEAT-13). */
export const ownerOfAgent = (agentId: string): string => hash('sha256', `webhook of agent ${agentId}`);

/** Without a token, or with a walk-in's, a caller comes no further where webhooks need one. */
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

/** The part of a webhook that decides whose it is. */
export interface OwnedWebhook {
  scope: WebhookScope;
  session_id: string | null;
  owner: string | null;
}

/** The part of a webhook that is in reach: `whole` may be read and changed, `outline` is what everybody may read. */
export const extentOf = (reach: WebhookReach, webhook: OwnedWebhook): 'whole' | 'outline' | 'none' => {
  if (reach.everything) return 'whole';
  if (webhook.scope === 'session' && webhook.session_id === reach.sessionId) return 'whole';
  if (webhook.scope !== 'public' || !reach.open) return 'none';
  return reach.owner === null || reach.owner === webhook.owner ? 'whole' : 'outline';
};

/** Refuses a caller that may not change this webhook. A webhook out of reach is not found. */
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
