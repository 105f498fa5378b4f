import { describeEvent, type InboxItem, phraseText, quotedWithId, someone, word } from '@pairspace/protocol';
import { showMessages } from './show-messages.ts';

/**
 * Entries of the inbox as text for a model. Each begins with the reason why it concerns the agent. Messages of others
 * are fenced, and their other words are in quotation marks.
 */
export const showInbox = async (items: readonly InboxItem[], ownId: string): Promise<string> => {
  const shown: string[] = [];
  for (const { seq, reason, event } of items) {
    const { actor } = event;
    const what =
      event.event === 'message.created'
        ? await showMessages([event.data], ownId)
        : `#${word(seq)} ${someone(actor.id, actor.name)} ${phraseText(describeEvent(event), quotedWithId)}`;
    shown.push(`[${word(reason)}] ${what}`);
  }
  return shown.join('\n');
};
