import { inQuotes, type Message, messageTypeWords, someone, word } from '@pairspace/protocol';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Envelope } from './envelope.ts';

const mostCharacters = 4000;

/** The amount of text that is made before other work gets a turn. */
const turnCharacters = 16 * 1024;

/** Messages as text for a model: a line of facts each, the words of others in fences, long texts cut. */
export const showMessages = async (messages: readonly Message[], ownId: string): Promise<string> => {
  const envelope = new Envelope();
  const shown: string[] = [];
  let characters = 0;
  for (const message of messages) {
    shown.push(showMessage(message, ownId, envelope));
    characters += Math.min(message.content.length, mostCharacters);
    if (characters < turnCharacters) continue;
    characters = 0;
    await nextTurn();
  }
  return shown.join('\n');
};

const showMessage = (message: Message, ownId: string, envelope: Envelope): string => {
  const { seq, id, authorAgentId, authorName, authorRole, msgType, mentions, replyTo, content } = message;
  const facts = [
    `#${word(seq)} ${word(id)}`,
    msgType === 'chat' ? '' : messageTypeWords(msgType),
    mentions.includes(ownId) ? 'to you' : '',
    replyTo === null ? '' : `reply to ${word(replyTo)}`,
  ].filter((fact) => fact !== '');
  const text = cut(content);
  if (authorAgentId === ownId) return `${facts.join(', ')}, you: ${inQuotes(content)}`;
  return `${facts.join(', ')}\n${envelope.enclose(`${someone(authorAgentId, authorName)} (${word(authorRole)})`, text)}`;
};

const cut = (text: string): string =>
  text.length <= mostCharacters
    ? text
    : `${text.slice(0, mostCharacters)}… [${String(text.length - mostCharacters)} more characters]`;
