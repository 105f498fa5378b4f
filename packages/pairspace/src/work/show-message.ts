import { type Message, messageTypeWords, someone, word } from '@pairspace/protocol';
import { line, quoted } from '../terminal/peer-text.ts';
import { colourOf } from '../terminal/palette.ts';
import { replyWords } from './reply-words.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A message as people and agents read it: one line of facts, then the words of its author, quoted. */
export const showMessage = (
  message: Message,
  { palette, columns }: Pick<Terminal, 'palette' | 'columns'>,
  parents: ReadonlyMap<string, Message> = new Map(),
): string => {
  const { seq, authorAgentId, authorName, authorRole, msgType, mentions, content } = message;
  const who = authorRole === 'system' ? 'system' : `${someone(authorAgentId, authorName)} (${word(authorRole)})`;
  const facts = [
    msgType === 'chat' ? '' : messageTypeWords(msgType),
    mentions.length === 0 ? '' : `to ${mentions.map(word).join(', ')}`,
    ...replyWords(message, parents),
  ].filter((fact) => fact !== '');
  const tail = facts.length === 0 ? '' : ` ${palette('dim', facts.join(', '))}`;
  return `${palette('dim', line`#${seq}`)} ${palette(colourOf(authorAgentId ?? authorName), who)}${tail}\n${quoted(content, columns)}`;
};
