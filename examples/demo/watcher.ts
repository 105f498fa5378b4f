import { createClient } from '@pairspace/client';
import { describeEvent, type Event, type Message, phraseText } from '@pairspace/protocol';
import { styleText } from 'node:util';

// Follows the session from its first event to its completion and prints each event.

const [baseUrl = '', sessionId = ''] = process.argv.slice(2);
const actors: string[] = [];

const messageText = ({ content, msgType, replyTo }: Message): string =>
  msgType === 'merged' ? `⇄ MERGED  ${content}` : `${replyTo === null ? '' : '↳ '}${content}`;

const textOf = (event: Event): string => {
  if (event.event === 'message.created') return messageText(event.data);
  const text = phraseText(describeEvent(event), ({ chosen }) => `“${chosen}”`);
  return event.event === 'task.ended' && event.data.result ? `${text}: ${event.data.result.text}` : text;
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
