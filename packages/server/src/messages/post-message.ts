import type { BodyOf, Endpoints } from '@pairspace/protocol';
import { actorOf, type AgentCaller, type ObserverCaller, type OperatorCaller } from '../access/caller.ts';
import { type JsonText, withMember } from '../lib/json-text.ts';
import type { Transaction } from '../storage/storage.ts';
import { appendMessage, type Author } from './append-message.ts';
import type { Conversation } from './conversation.ts';
import { decideInboxEntries } from './decide-inbox-entries.ts';
import { presentRecipients } from './recipients.ts';
import { findReplied, readMentions, type RepliedMessage } from './referred.ts';
import { isCourtesy, refuseLoop } from './refuse-loop.ts';

type MessageInput = BodyOf<Endpoints['postMessage']>;

/** Posts a message as an agent. With `loopGuard`, consecutive empty messages are refused (LOOP-1). */
export const postMessage = async (
  tx: Transaction,
  conversation: Conversation,
  caller: AgentCaller,
  message: Omit<MessageInput, 'mentions'> & Partial<MessageInput>,
  { loopGuard = false } = {},
): Promise<JsonText> => {
  const replied = await findReplied(tx, caller.sessionId, message.replyTo);
  if (loopGuard && isCourtesy(message.content, conversation.seats)) await refuseLoop(tx, caller, conversation.end);
  return sayToSeats(tx, conversation, { actor: actorOf(caller), role: caller.role }, message, replied);
};

/**
 * Posts a message as a person who may speak (SEAT-10). An observer that joined speaks under the name of its token
 * (PPL-4).
 */
export const postHumanMessage = async (
  tx: Transaction,
  conversation: Conversation,
  caller: ObserverCaller | OperatorCaller,
  { name: given, ...message }: BodyOf<Endpoints['postHumanMessage']>,
): Promise<JsonText> => {
  const replied = await findReplied(tx, conversation.end.head.id, message.replyTo);
  const name = caller.kind === 'observer' && !caller.issuedToCreator ? caller.observerName : given;
  const id = caller.kind === 'observer' ? caller.observerId : 'operator';
  const author = { actor: { kind: 'observer', id, name }, role: 'observer' } as const;
  return sayToSeats(tx, conversation, author, message, replied);
};

type SaidMessage = Pick<BodyOf<Endpoints['postMessage']>, 'content' | 'msgType' | 'replyTo'> &
  Partial<Pick<BodyOf<Endpoints['postMessage']>, 'mentions' | 'metadata'>>;

/** Appends a message of an agent or a person. Returns the posted message with its recipients (MSG-3, INB-8, INB-12). */
const sayToSeats = async (
  tx: Transaction,
  conversation: Conversation,
  author: Author,
  { content, msgType, replyTo, mentions: listed, metadata = {} }: SaidMessage,
  replied: RepliedMessage | undefined,
): Promise<JsonText> => {
  const { seats, end } = conversation;
  const { mentions, warnings } = readMentions({ content, mentions: listed }, seats);
  const authorAgentId = author.role === 'observer' ? null : author.actor.id;
  const concerns = decideInboxEntries({ authorAgentId, msgType, mentions, replied }, seats);
  const text = { content, msgType, replyTo, mentions, metadata, replied, concerns };
  const { message, json } = await appendMessage(tx, end, author, text);
  conversation.addEntries(concerns);
  for (const agentId of mentions.filter((mentioned) => mentioned !== authorAgentId)) {
    tx.queueWrite`
      insert into unread_mention (session_id, agent_id, seq, posted_at)
      values (${message.sessionId}, ${agentId}, ${message.seq}, ${tx.now})
    `;
  }
  // The answer reuses the JSON text that the log keeps, so that a long message is not serialized twice.
  const posted = withMember(json, 'recipients', presentRecipients({ message, concerns }, seats, tx.now));
  return warnings.length === 0 ? posted : withMember(posted.text, 'warnings', warnings);
};
