import type { InboxItem } from '@pairspace/protocol';
import { label } from './envelope.ts';
import { showMessages } from './show-messages.ts';

/** What happened, as far as a line tells: which thing, and what it is now. */
const told = (data: Readonly<Record<string, unknown>>): string =>
  ['agentId', 'title', 'path', 'name', 'noteId', 'jobId', 'messageId', 'version', 'status']
    .flatMap((field) => {
      const value = data[field];
      return typeof value === 'string' || typeof value === 'number' ? [`${field} ${label(String(value))}`] : [];
    })
    .join(', ');

/** Entries of the inbox as a model reads them: why each concerns the agent, the words of others fenced. */
export const showInbox = (items: readonly InboxItem[], ownId: string): string =>
  items
    .map(({ seq, reason, event: { event, actor, data } }) =>
      event === 'message.created'
        ? `[${reason}] ${showMessages([data], ownId)}`
        : `[${reason}] #${String(seq)} ${event} by ${label(actor.name)}: ${told(data)}`,
    )
    .join('\n');
