import { type Calls, findParents } from '@pairspace/client';
import {
  describeEvent,
  inQuotes,
  type InboxItem,
  type Message,
  messageTypeWords,
  oneLine,
  phraseText,
  quotedWithId,
  word,
} from '@pairspace/protocol';
import { createHash } from 'node:crypto';
import { answerCharacters, type Piece, whole } from './answer.ts';
import { shownWords } from './envelope.ts';

/** The length up to which a message is always shown whole. */
const wholeCharacters = 14_500;
/** The length of all entries of an answer; the rest is for the next calls. */
const entriesCharacters = answerCharacters - 500;
const firstWords = 120;

/** Whether a message is longer than one answer shows. */
export const isLong = ({ content }: Message): boolean =>
  content.length > wholeCharacters ||
  (content.length * 10 > wholeCharacters && shownWords(content).length > wholeCharacters);

/** A word that only the end of a long message tells: proof that all of it was shown (MCP-9). */
export const endOf = ({ content }: Message): string => createHash('sha256').update(content).digest('hex').slice(0, 8);

/** The call that shows one message, from its beginning or from an offset. */
export const callFor = ({ id }: Message): string => `pairspace_read message ${word(id)}`;

const authorOf = ({ authorAgentId, authorRole }: Message): string =>
  authorAgentId === null ? `a person (${word(authorRole)})` : `${word(authorAgentId)} (${word(authorRole)})`;

/** A message: a line of facts, its words in a fence, and the first words of the message to which it replies. */
export const piecesOf = (message: Message, ownId: string, parents: ReadonlyMap<string, Message>): Piece[] => {
  const { seq, id, authorAgentId, authorName, msgType, mentions, replyTo, content } = message;
  const parent = replyTo === null ? undefined : parents.get(replyTo);
  const facts = [
    `#${word(seq)} ${word(id)}`,
    msgType === 'chat' ? '' : messageTypeWords(msgType),
    mentions.includes(ownId) ? 'to you' : '',
    replyTo === null ? '' : `reply to ${parent ? `#${word(parent.seq)}` : word(replyTo)}`,
  ].filter((fact) => fact !== '');
  const name = authorAgentId === null ? `${inQuotes(authorName)}:\n` : '';
  return [
    facts.join(', '),
    { by: authorOf(message), text: `${name}${content}` },
    ...(parent
      ? [
          {
            by: `${authorOf(parent)}, #${word(parent.seq)}, to which it replies`,
            text: oneLine(parent.content, firstWords),
          },
        ]
      : []),
  ];
};

/** An own message on one line. */
const ownLine = (message: Message): string => {
  const { seq, id, content } = message;
  const line = inQuotes(content);
  const all = line.endsWith('…"') ? `; all of it: ${callFor(message)}` : '';
  return `#${word(seq)} ${word(id)}, you: ${line}${all}`;
};

/** Something that an answer lists. */
export interface Entry {
  seq: number;
  pieces: readonly Piece[];
  message?: Message;
}

export const entryOf = (message: Message, ownId: string, parents: ReadonlyMap<string, Message>): Entry =>
  message.authorAgentId === ownId
    ? { seq: message.seq, pieces: [ownLine(message)] }
    : { seq: message.seq, pieces: piecesOf(message, ownId, parents), message };

/** The entries of an inbox. Each begins with the reason why it concerns the agent. */
export const inboxEntries = async (
  items: readonly InboxItem[],
  ownId: string,
  [client, sessionId, signal]: [client: Calls, sessionId: string, signal: AbortSignal],
): Promise<Entry[]> => {
  const messages = items.flatMap(({ event }) => (event.event === 'message.created' ? [event.data] : []));
  const parents = await findParents(client, sessionId, messages, { signal });
  return items.map(({ seq, reason, event }) => {
    const entry: Entry =
      event.event === 'message.created'
        ? entryOf(event.data, ownId, parents)
        : {
            seq,
            pieces: [
              `#${word(seq)}`,
              { by: word(event.actor.id), text: phraseText(describeEvent(event), quotedWithId) },
            ],
          };
    const [first, ...rest] = entry.pieces;
    return { ...entry, seq, pieces: [`[${word(reason)}] ${typeof first === 'string' ? first : ''}`, ...rest] };
  });
};

/** The entries that one answer shows. */
export interface Shown {
  text: string;
  /** The entries that are shown whole. */
  count: number;
  /** A message that is too long to be shown beside others, and comes first. */
  long?: Message | undefined;
}

/** Shows as many entries as fit. */
export const showEntries = (entries: readonly Entry[], characters = entriesCharacters): Shown => {
  const shown: string[] = [];
  let left = characters;
  for (const { pieces, message } of entries) {
    const text = message && isLong(message) ? undefined : whole(pieces);
    if (text === undefined || text.length + 1 > left) break;
    shown.push(text);
    left -= text.length + 1;
  }
  return { text: shown.join('\n'), count: shown.length, long: shown.length > 0 ? undefined : entries[0]?.message };
};
