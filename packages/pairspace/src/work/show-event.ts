import {
  describeEvent,
  type Event,
  type Message,
  messageTypeWords,
  phraseText,
  quotedWithId,
  someone,
} from '@pairspace/protocol';
import { colourOf } from '../terminal/palette.ts';
import { line, quoted } from '../terminal/peer-text.ts';
import { replyWords } from './reply-words.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** An event as a line, with the words of a message quoted below it. */
export const showEvent = (
  event: Event,
  { palette, columns }: Pick<Terminal, 'palette' | 'columns'>,
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
