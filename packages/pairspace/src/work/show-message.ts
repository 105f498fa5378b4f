import { type Message, messageTypeWords, someone, word } from '@pairspace/protocol';
import { line, quoted } from '../terminal/peer-text.ts';
import { colourOf } from '../terminal/palette.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A message as people and agents read it: one line of facts, then the words of its author, quoted. */
export const showMessage = (
  { seq, authorAgentId, authorName, authorRole, msgType, mentions, replyTo, content }: Message,
  { palette, columns }: Pick<Terminal, 'palette' | 'columns'>,
): string => {
  const who = authorRole === 'system' ? 'system' : `${someone(authorAgentId, authorName)} (${word(authorRole)})`;
  const facts = [
    msgType === 'chat' ? '' : messageTypeWords(msgType),
    mentions.length === 0 ? '' : `to ${mentions.map(word).join(', ')}`,
    replyTo === null ? '' : `reply to ${word(replyTo)}`,
  ].filter((fact) => fact !== '');
  const tail = facts.length === 0 ? '' : ` ${palette('dim', facts.join(', '))}`;
  return `${palette('dim', line`#${seq}`)} ${palette(colourOf(authorAgentId ?? authorName), who)}${tail}\n${quoted(content, columns)}`;
};
