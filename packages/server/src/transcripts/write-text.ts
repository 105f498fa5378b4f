import { phraseText } from '@pairspace/protocol';
import type { Entry } from '../events/entry.ts';
import { quoted, visibleLine } from '@pairspace/protocol';
import type { TranscriptWriter } from './transcript-writer.ts';

/**
 * Plain text with one event a line, in columns: seq, time, event, actor, and a description. Texts of others are quoted
 * with escaped line breaks, so a line that begins with a number is always an event. A line never depends on later
 * lines, so the transcript of a longer log begins with the transcript of a shorter one.
 */
export const textWriter: TranscriptWriter = {
  begin: () => '',
  entry: (entry) => `${columns(entry)} ${happened(entry)}\n`,
  end: '',
};

const columns = ({ seq, timestamp, event, actor }: Entry): string =>
  `${String(seq)} ${timestamp} ${event} ${visibleLine(`${actor.kind}:${actor.id}`)} ${quoted(actor.name)}`;

const happened = ({ phrase, message }: Entry): string => {
  if (!message) return phraseText(phrase, ({ chosen }) => quoted(chosen));
  const { replyTo, parent } = message;
  const words = parent ? ` ${visibleLine(parent.author)} ${quoted(parent.words)}` : '';
  const reply = replyTo === undefined ? '' : ` re ${visibleLine(replyTo)}${words}`;
  return `${message.role} ${message.msgType}${reply} ${quoted(message.content)}`;
};
