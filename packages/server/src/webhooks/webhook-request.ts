import type { WebhookScope } from '@pairspace/protocol';
import { signature } from '../lib/signature.ts';
import { version } from '../lib/version.ts';
import type { ClaimedWebhook } from './claim-webhook.ts';
import type { WebhookRequest } from './webhook-client.ts';
import type { SecretBox } from '../lib/secret-box.ts';
import { bodyOf, type Sendable } from './sendable.ts';

/** The receiver of deliveries. */
export interface Receiver {
  url: string;
  scope: WebhookScope;
  /** The media type of the bodies. */
  contentType: string;
  /** Undefined if the secret cannot be decrypted: an unsigned request is not sent in place of a signed one. */
  sign: ((body: Buffer, now: number) => Record<string, string>) | undefined;
}

export const receiverOf = ({ id, url, scope, format, secret }: ClaimedWebhook, secrets: SecretBox): Receiver => {
  const contentType = format === 'a2a' ? 'application/a2a+json' : 'application/json';
  const receiver = { url, scope, contentType };
  if (secret === null) return { ...receiver, sign: () => ({}) };
  const opened = openOrNothing(secret, id, secrets);
  if (opened === undefined) return { ...receiver, sign: undefined };
  if (format === 'a2a') {
    const headers = JSON.parse(opened) as Record<string, string>;
    return { ...receiver, sign: () => headers };
  }
  return { ...receiver, sign: (body, now) => ({ 'x-pair-signature': signature(opened, body, now) }) };
};

const openOrNothing = (sealed: string, webhookId: string, secrets: SecretBox): string | undefined => {
  try {
    return secrets.open(sealed, webhookId);
  } catch {
    return undefined;
  }
};

/** The request of one attempt with a new signature; undefined if the body cannot be signed (HOOK-9 to HOOK-11). */
export const webhookRequestOf = (
  { url, contentType, sign }: Receiver,
  delivery: Sendable,
  now: number,
): WebhookRequest | undefined => {
  const body = bodyOf(delivery);
  return (
    sign && {
      url,
      body,
      headers: {
        'content-type': contentType,
        'user-agent': `Pairspace/${version}`,
        'x-pair-event': delivery.event,
        'x-pair-delivery': delivery.id,
        'x-pair-attempt': String(delivery.attempts_before + delivery.attempts + 1),
        ...(delivery.seq === null ? {} : { 'x-pair-seq': String(delivery.seq) }),
        ...sign(body, now),
      },
    }
  );
};
