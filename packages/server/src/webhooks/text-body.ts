import { describeEvent, type Event, inQuotes, phraseText, visibleLine } from '@pairspace/protocol';
import type { Sendable } from './delivery-queue.ts';

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
export const textBody = (delivery: Sendable, format: keyof typeof plainFor): string => {
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
