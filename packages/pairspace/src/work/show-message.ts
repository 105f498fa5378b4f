import type { Message } from '@pairspace/protocol';
import { peerLine, quoted } from '../terminal/peer-text.ts';
import { colourOf, type Palette } from '../terminal/palette.ts';

/** A message as people and agents read it: one line of facts, then the words of its author, quoted. */
export const showMessage = (
  { seq, authorAgentId, authorName, authorRole, msgType, mentions, replyTo, content }: Message,
  palette: Palette,
): string => {
  const who = authorRole === 'system' ? 'system' : `${peerLine(authorName)} (${authorRole})`;
  const facts = [
    msgType === 'chat' ? '' : msgType,
    mentions.length === 0 ? '' : `to ${mentions.join(', ')}`,
    replyTo === null ? '' : `reply to ${replyTo}`,
  ].filter((fact) => fact !== '');
  const tail = facts.length === 0 ? '' : ` ${palette('dim', facts.join(', '))}`;
  return `${palette('dim', `#${String(seq)}`)} ${palette(colourOf(authorAgentId ?? authorName), who)}${tail}\n${quoted(content)}`;
};
