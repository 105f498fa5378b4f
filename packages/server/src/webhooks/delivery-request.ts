import { isoTime } from '../lib/clock.ts';
import type { SecretBox } from '../lib/secret-box.ts';
import { signature } from '../lib/signature.ts';
import { version } from '../lib/version.ts';
import type { Sendable } from './delivery-queue.ts';
import { textBody } from './text-body.ts';
import type { WebhookRequest } from './webhook-client.ts';

/**
 * The request of one attempt with a new signature (HOOK-9 to HOOK-11). Undefined if the secret cannot be decrypted: an
 * unsigned request is not sent in place of a signed one.
 */
export const deliveryRequest = (delivery: Sendable, secrets: SecretBox, now: number): WebhookRequest | undefined => {
  const { url, format, event, id, seq, attempts_before, attempts } = delivery;
  const body = Buffer.from(bodyOf(delivery));
  const added = secretHeaders(delivery, body, secrets, now);
  if (!added) return undefined;
  const headers = {
    'content-type': format === 'a2a' ? 'application/a2a+json' : 'application/json',
    'user-agent': `Pairspace/${version}`,
    'x-pair-event': event,
    'x-pair-delivery': id,
    'x-pair-attempt': String(attempts_before + attempts + 1),
    ...(seq === null ? {} : { 'x-pair-seq': String(seq) }),
    ...added,
  };
  return { url, body, headers };
};

/** The sealed secret of a config of A2A is the JSON of its headers. */
const secretHeaders = (
  { secret, webhook_id, format }: Sendable,
  body: Buffer,
  secrets: SecretBox,
  now: number,
): Record<string, string> | undefined => {
  if (secret === null) return {};
  let opened: string;
  try {
    opened = secrets.open(secret, webhook_id);
  } catch {
    return undefined;
  }
  if (format === 'a2a') return JSON.parse(opened) as Record<string, string>;
  return { 'x-pair-signature': signature(opened, body, now) };
};

/** The bytes are the same at every attempt, because they are made from the immutable event (HOOK-7, HOOK-8). */
const bodyOf = (delivery: Sendable): string => {
  const { session_id, event, body, at, data, format } = delivery;
  if (format === 'slack' || format === 'discord') return textBody(delivery, format);
  if (body !== null) return body;
  const head = JSON.stringify({ event, timestamp: isoTime(at ?? 0), sessionId: session_id });
  return `${head.slice(0, -1)},"data":${data ?? 'null'}}`;
};
