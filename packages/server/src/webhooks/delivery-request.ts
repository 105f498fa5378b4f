import { describeEvent, type Event, inQuotes, phraseText, visibleLine } from '@pairspace/protocol';
import { isoTime } from '../lib/clock.ts';
import type { SecretBox } from '../lib/secret-box.ts';
import { signature } from '../lib/signature.ts';
import { version } from '../lib/version.ts';
import type { Sendable } from './delivery-queue.ts';
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
  try {
    const opened = secrets.open(secret, webhook_id);
    if (format === 'a2a') return JSON.parse(opened) as Record<string, string>;
    return { 'x-pair-signature': signature(opened, body, now) };
  } catch {
    return undefined;
  }
};

/** The bytes are the same at every attempt, because they are made from the immutable event (HOOK-7, HOOK-8). */
const bodyOf = (delivery: Sendable): string => {
  const { session_id, event, body, at, data, format } = delivery;
  if (format === 'slack' || format === 'discord') return textBody(delivery, format);
  if (body !== null) return body;
  const head = JSON.stringify({ event, timestamp: isoTime(at ?? 0), sessionId: session_id });
  return `${head.slice(0, -1)},"data":${data ?? 'null'}}`;
};

/** The greatest number of characters of a text: below the 2,000 of Discord, and the 4,000 that Slack recommends. */
const mostCharacters = 1700;
const mostOfWords = 300;

/**
 * Escapes the characters that Slack and Discord read as markup. Slack’s mention of everybody, `<!everyone>`, needs
 * these.
 */
const plainFor = {
  slack: (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  discord: (text: string) => text.replace(/[\\*_~`|>#\[\]()<-]/g, '\\$&'),
};

/** An event as a sentence with a link, in the form that Slack or Discord takes. No mention in it notifies anybody. */
const textBody = (delivery: Sendable, format: keyof typeof plainFor): string => {
  const data = JSON.parse(delivery.data ?? '{}') as Event['data'];
  const text = plainFor[format](sentenceOf(delivery, data)).slice(0, mostCharacters) + linkTo(delivery, data);
  return JSON.stringify(format === 'slack' ? { text } : { content: text, allowed_mentions: { parse: [] } });
};

const sentenceOf = ({ event, actor_name }: Sendable, data: Event['data']): string => {
  if (event === 'ping') return 'Pairspace can reach you here.';
  const who = visibleLine(actor_name ?? 'Pairspace');
  const said = { event, data } as Event;
  if (said.event === 'message.created') return `${who}: ${inQuotes(said.data.content, mostOfWords)}`;
  return `${who} ${phraseText(describeEvent(said), ({ chosen }) => inQuotes(chosen, mostOfWords))}`;
};

const linkTo = ({ event, session_id, seq, service_url }: Sendable, data: Event['data']): string => {
  if (service_url === null || session_id === '') return '';
  const isAsk = event.startsWith('ask.') && 'askId' in data;
  const place = isAsk ? `/ask/${data.askId}` : seq === null ? '' : `?seq=${String(seq)}`;
  return `\n${service_url}/#/s/${session_id}${place}`;
};
