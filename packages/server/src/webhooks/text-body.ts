import { describeEvent, type Event, inQuotes, phraseText, visibleLine, type WebhookFormat } from '@pairspace/protocol';

/** The greatest number of characters of a text: below the 2,000 of Discord, and the 4,000 that Slack recommends. */
const mostCharacters = 1700;
const mostOfWords = 300;

interface Told {
  format: Exclude<WebhookFormat, 'json'>;
  event: string;
  entity: Event['data'];
  actor_name: string | null;
  sessionId: string;
  seq: number | null;
  service_url: string | null;
}

/**
 * Escapes the characters that Slack and Discord read as markup. Slack’s mention of everybody, `<!everyone>`, needs
 * these.
 */
const plainFor: Readonly<Record<Told['format'], (text: string) => string>> = {
  slack: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  discord: (text) => text.replace(/[\\*_~`|>#\[\]()<-]/g, '\\$&'),
};

/** An event as a sentence with a link, in the form that Slack or Discord takes. No mention in it notifies anybody. */
export const textBody = ({ format, event, entity, actor_name, sessionId, seq, service_url }: Told): Buffer => {
  const link = linkTo({ event, entity, sessionId, seq, service_url });
  const words = sentenceOf({ event, entity, actor_name });
  const text = `${plainFor[format](words).slice(0, mostCharacters)}${link === undefined ? '' : `\n${link}`}`;
  return Buffer.from(
    JSON.stringify(format === 'slack' ? { text } : { content: text, allowed_mentions: { parse: [] } }),
  );
};

const sentenceOf = ({ event, entity, actor_name }: Pick<Told, 'event' | 'entity' | 'actor_name'>): string => {
  if (event === 'ping') return 'Pairspace can reach you here.';
  const who = visibleLine(actor_name ?? 'Pairspace');
  const said = { event, data: entity } as Event;
  const told = phraseText(describeEvent(said), ({ chosen }) => inQuotes(chosen, mostOfWords));
  return said.event === 'message.created' ? `${who}: ${inQuotes(said.data.content, mostOfWords)}` : `${who} ${told}`;
};

const linkTo = ({ event, entity, sessionId, seq, service_url }: Omit<Told, 'format' | 'actor_name'>) => {
  if (service_url === null || sessionId === '') return undefined;
  const place =
    event.startsWith('ask.') && 'askId' in entity ? `/ask/${entity.askId}` : seq === null ? '' : `?seq=${String(seq)}`;
  return `${service_url}/#/s/${sessionId}${place}`;
};
