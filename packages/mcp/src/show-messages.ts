import type { Message } from '@pairspace/protocol';
import { Envelope, label, word } from './envelope.ts';

const mostCharacters = 4000;

/** Messages as a model reads them: a fact line each, the words of others fenced, long ones cut. */
export const showMessages = (messages: readonly Message[], ownId: string): string => {
  const envelope = new Envelope();
  return messages.map((message) => showMessage(message, ownId, envelope)).join('\n');
};

const showMessage = (message: Message, ownId: string, envelope: Envelope): string => {
  const { seq, id, authorAgentId, authorName, authorRole, msgType, mentions, replyTo, content } = message;
  const facts = [
    `#${word(seq)} ${word(id)}`,
    msgType === 'chat' ? '' : word(msgType),
    mentions.includes(ownId) ? 'to you' : '',
    replyTo === null ? '' : `reply to ${word(replyTo)}`,
  ].filter((fact) => fact !== '');
  const text = cut(content);
  if (authorAgentId === ownId) return `${facts.join(', ')}, you: ${label(content)}`;
  return `${facts.join(', ')}\n${envelope.enclose(`${label(authorName)} (${authorRole})`, text)}`;
};

const cut = (text: string): string =>
  text.length <= mostCharacters
    ? text
    : `${text.slice(0, mostCharacters)}… [${String(text.length - mostCharacters)} more characters]`;
