import { inQuotes, type Message, someone, word } from '@pairspace/protocol';

/** The message to which another replies: its number, author and first words, where it is known. */
export const replyWords = ({ replyTo }: Message, parents: ReadonlyMap<string, Message>): string[] => {
  if (replyTo === null) return [];
  const parent = parents.get(replyTo);
  if (!parent) return [`reply to ${word(replyTo)}`];
  return [
    `reply to #${word(parent.seq)} of ${someone(parent.authorAgentId, parent.authorName)}: ${inQuotes(parent.content)}`,
  ];
};
