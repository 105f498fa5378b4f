import { conflict, type WebhookScope } from '@pairspace/protocol';
import { type Caller, isMember } from '../access/caller.ts';

/** The scope of a webhook that this caller registers. */
export const scopeFor = (caller: Caller): WebhookScope => {
  if (caller.kind === 'operator') return 'all';
  return isMember(caller) ? 'session' : 'public';
};

export interface WebhookLimits {
  webhooksPerSession: number;
  /** The limit on webhooks that one address registers without a token. */
  openWebhooks: number;
  openWebhooksInAll: number;
}

export const assertRoomAt = (existing: number, { openWebhooks: most }: WebhookLimits): void => {
  if (existing < most) return;
  throw conflict(
    'limit_reached',
    `An address has at most ${String(most)} webhooks without a token. Send a token of a session, or delete one.`,
  );
};

export const assertRoom = (scope: WebhookScope, existing: number, limits: WebhookLimits): void => {
  if (scope === 'session' && existing >= limits.webhooksPerSession) {
    throw conflict('limit_reached', `A session has at most ${String(limits.webhooksPerSession)} webhooks.`);
  }
  if (scope === 'public' && existing >= limits.openWebhooksInAll) {
    throw conflict(
      'limit_reached',
      `There are ${String(limits.openWebhooksInAll)} webhooks without a token, which is the limit. Send a token of a session, or delete one.`,
    );
  }
};
