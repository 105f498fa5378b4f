import { createClient } from '@pairspace/client';
import type { Event, File, Message, Note } from '@pairspace/protocol';
import { styleText } from 'node:util';

// Follows the session from its first event to its completion and prints each event.

const [baseUrl = '', sessionId = ''] = process.argv.slice(2);
const noteLines = new Map<string, number>();
const actors: string[] = [];

const messageText = ({ content, msgType, replyTo }: Message): string =>
  msgType === 'merged' ? `⇄ MERGED  ${content}` : `${replyTo === null ? '' : '↳ '}${content}`;

const noteText = ({ id, title, content, version }: Note): string => {
  const lines = content.split('\n').length;
  const more = lines - (noteLines.get(id) ?? 0);
  noteLines.set(id, lines);
  if (version === 1) return `starts the note “${title}”`;
  return `writes version ${String(version)} of “${title}” (${more < 0 ? '' : '+'}${String(more)} lines)`;
};

const fileText = ({ path, size }: File): string => `shares ${path} (${String(size)} bytes)`;

const textOf = ({ event, data }: Event): string => {
  switch (event) {
    case 'session.created':
      return `opens “${data.name}”`;
    case 'session.joined':
      return `joins as ${data.role}`;
    case 'agent.recovered':
      return 'comes back with its recovery code';
    case 'session.completed':
      return 'completes the session';
    case 'message.created':
      return messageText(data);
    case 'note.created':
    case 'note.updated':
      return noteText(data);
    case 'file.updated':
      return fileText(data);
    default:
      return event;
  }
};

/** Removes control characters, so that words of others cannot control the terminal. */
const printable = (text: string): string => text.replaceAll(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');

const colourOf = (actorId: string): 'cyan' | 'magenta' => {
  if (!actors.includes(actorId)) actors.push(actorId);
  return actors.indexOf(actorId) % 2 === 0 ? 'cyan' : 'magenta';
};

const print = (event: Event): void => {
  const { actor, timestamp } = event;
  const text = printable(textOf(event)).replaceAll('\n', `\n${' '.repeat(20)}`);
  const isSpeech = event.event === 'message.created';
  const what =
    event.event === 'message.created' && event.data.msgType === 'merged'
      ? styleText(['bold', 'yellow'], text)
      : isSpeech
        ? text
        : styleText('dim', text);
  const who = styleText([colourOf(actor.id), 'bold'], actor.name.padEnd(5));
  console.log(`${styleText('dim', timestamp.slice(11, 23))}  ${who} ${what}`);
};

for await (const event of createClient({ baseUrl }).followEvents({ sessionId, since: 0 })) {
  // A session becomes active when an agent joins, and the join was printed already.
  if (event.event !== 'session.updated') print(event);
  if (event.event === 'session.completed') break;
}
