import { type InboxItem, inQuotes, someone, word } from '@pairspace/protocol';
import { showMessages } from './show-messages.ts';

/** The facts of an entry that are shown, with the words for each. */
const fields: Readonly<Record<string, (text: string) => string>> = {
  agentId: word,
  title: inQuotes,
  path: inQuotes,
  name: inQuotes,
  noteId: word,
  jobId: word,
  messageId: word,
  version: word,
  status: word,
};

/** The entity of an event and its new state, in one line. */
const told = (data: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .flatMap(([field, shown]) => {
      const value = data[field];
      return typeof value === 'string' || typeof value === 'number' ? [`${field} ${shown(String(value))}`] : [];
    })
    .join(', ');

/** The entries of the inbox as text for a model: the reason of each, and the words of others in fences. */
export const showInbox = async (items: readonly InboxItem[], ownId: string): Promise<string> => {
  const shown: string[] = [];
  for (const {
    seq,
    reason,
    event: { event, actor, data },
  } of items) {
    const what =
      event === 'message.created'
        ? await showMessages([data], ownId)
        : `#${word(seq)} ${word(event)} by ${someone(actor.id, actor.name)}: ${told(data)}`;
    shown.push(`[${word(reason)}] ${what}`);
  }
  return shown.join('\n');
};
