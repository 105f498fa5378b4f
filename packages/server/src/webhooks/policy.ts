import { conflict, ServiceError, type WebhookScope } from '@pairspace/protocol';
import type { AgentCaller, Caller, ObserverCaller } from '../access/caller.ts';

/** Who may have webhooks without a token of a session: everybody, or the operator alone (HOOK-3). */
export type WebhookAccess = 'open' | 'token';

type Member = AgentCaller | (ObserverCaller & { invited: true });

/** A caller with a token of a session; that of a walk-in counts as none. */
export const isMember = (caller: Caller): caller is Member =>
  caller.kind === 'agent' || (caller.kind === 'observer' && caller.invited);

/** Without a token, or with a walk-in's, a caller comes no further where webhooks need one. */
export const assertMayUseWebhooks = (caller: Caller, access: WebhookAccess): void => {
  if (access === 'open' || caller.kind === 'operator' || isMember(caller)) return;
  if (caller.kind === 'stranger') throw new ServiceError('UNAUTHORIZED', 'Webhooks need a token of a session here.');
  throw new ServiceError('FORBIDDEN', 'Webhooks need a token that is not a walk-in’s.');
};

/** What a webhook that this caller makes gets. */
export const scopeFor = (caller: Caller): WebhookScope => {
  if (caller.kind === 'operator') return 'all';
  return isMember(caller) ? 'session' : 'public';
};

/** Which webhooks a caller sees, toggles and deletes (HOOK-2, HOOK-3). */
export interface Reach {
  /** All of them. */
  everything: boolean;
  /** Those that are bound to this session. */
  sessionId: string | null;
  /** Those that were made without a token. */
  open: boolean;
}

export const reachOf = (caller: Caller, access: WebhookAccess): Reach => {
  assertMayUseWebhooks(caller, access);
  return {
    everything: caller.kind === 'operator',
    sessionId: isMember(caller) ? caller.sessionId : null,
    open: access === 'open',
  };
};

export const isInReach = (
  { everything, sessionId, open }: Reach,
  webhook: { scope: WebhookScope; session_id: string | null },
): boolean =>
  everything ||
  (webhook.scope === 'session' && webhook.session_id === sessionId) ||
  (webhook.scope === 'public' && open);

export interface WebhookLimits {
  webhooksPerSession: number;
  openWebhooks: number;
}

export const assertRoom = (scope: WebhookScope, existing: number, limits: WebhookLimits): void => {
  if (scope === 'session' && existing >= limits.webhooksPerSession) {
    throw conflict('limit_reached', `A session has at most ${String(limits.webhooksPerSession)} webhooks.`);
  }
  if (scope === 'public' && existing >= limits.openWebhooks) {
    throw conflict(
      'limit_reached',
      `There are ${String(limits.openWebhooks)} webhooks without a token, which is all there may be. Send a token of a session, or delete one.`,
    );
  }
};
