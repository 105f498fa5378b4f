import { describeEvent, type Event, inQuotes, type Message, messageTypeWords, phraseText } from '@pairspace/protocol';
import { quotedWithId, someone, word } from '@pairspace/protocol';
import { colourOf, line, quoted } from '../terminal/text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The message to which another replies: its number, author and first words, where it is known. */
export const replyWords = ({ replyTo }: Message, parents: ReadonlyMap<string, Message>): string[] => {
  if (replyTo === null) return [];
  const parent = parents.get(replyTo);
  if (!parent) return [`reply to ${word(replyTo)}`];
  const author = someone(parent.authorAgentId, parent.authorName);
  return [`reply to #${word(parent.seq)} of ${author}: ${inQuotes(parent.content)}`];
};

/** An event as a line, with the words of a message quoted below it. */
export const showEvent = (
  event: Event,
  { palette, columns }: Terminal,
  parents: ReadonlyMap<string, Message> = new Map(),
): string => {
  const { seq, timestamp, actor } = event;
  const time = `${timestamp.slice(11, 19)}Z`;
  const who = actor.kind === 'system' ? 'system' : someone(actor.id, actor.name);
  const head = `${palette('dim', line`${time} #${seq}`)} ${palette(colourOf(actor.id), who)}`;
  if (event.event !== 'message.created') return `${head} ${phraseText(describeEvent(event), quotedWithId)}`;
  const { msgType, content } = event.data;
  const facts = [...(msgType === 'chat' ? [] : [messageTypeWords(msgType)]), ...replyWords(event.data, parents)];
  return `${head}${facts.length === 0 ? '' : ` ${palette('dim', facts.join(', '))}`}\n${quoted(content, columns)}`;
};

export const tellCompleted = (terminal: Terminal, isUnread = false): void => {
  terminal.note('The session is completed: nothing more comes, so there is nothing to wait for.');
  const next = isUnread ? 'read what is left: pairspace inbox' : 'keep what came of it: pairspace export';
  terminal.note(`  → ${next}; to go on: pairspace session --status active`);
};
