import type { InboxItem } from '@pairspace/protocol';
import { label, word } from './envelope.ts';
import { showMessages } from './show-messages.ts';

/** What is told of a thing, and how. Agents have chosen the labels. */
const fields = {
  agentId: word,
  title: label,
  path: label,
  name: label,
  noteId: word,
  jobId: word,
  messageId: word,
  version: word,
  status: word,
} as const;

/** What happened, as far as a line tells: which thing, and what it is now. */
const told = (data: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .flatMap(([field, shown]) => {
      const value = data[field];
      return typeof value === 'string' || typeof value === 'number' ? [`${field} ${shown(String(value))}`] : [];
    })
    .join(', ');

/** Entries of the inbox as a model reads them: why each concerns the agent, the words of others fenced. */
export const showInbox = (items: readonly InboxItem[], ownId: string): string =>
  items
    .map(({ seq, reason, event: { event, actor, data } }) =>
      event === 'message.created'
        ? `[${word(reason)}] ${showMessages([data], ownId)}`
        : `[${word(reason)}] #${word(seq)} ${word(event)} by ${label(actor.name)}: ${told(data)}`,
    )
    .join('\n');
