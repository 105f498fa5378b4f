import type { BodyOf, Endpoints } from '@pairspace/protocol';
import { actorOf, type AgentCaller, type ObserverCaller, type OperatorCaller } from '../access/caller.ts';
import { getOpenSession, type SessionHead } from '../access/session-head.ts';
import { type JsonText, withMember } from '../lib/json-text.ts';
import type { Transaction } from '../storage/storage.ts';
import { appendMessage, type Author } from './append-message.ts';
import { decideInboxEntries } from './decide-inbox-entries.ts';
import { listSeats, presentRecipients, type Seat } from './recipients.ts';
import { findReplied, readMentions, type RepliedMessage } from './referred.ts';
import { isCourtesy, refuseLoop } from './refuse-loop.ts';

type MessageInput = BodyOf<Endpoints['postMessage']>;

/** The session of a request, if its transaction has read it. */
type KnownSession = Promise<SessionHead | undefined>;

/** Posts a message as an agent. With `loopGuard`, consecutive empty messages are refused (LOOP-1). */
export const postMessage = async (
  tx: Transaction,
  caller: AgentCaller,
  message: Pick<MessageInput, 'content'> & Partial<MessageInput>,
  { loopGuard = false, session }: { loopGuard?: boolean; session?: KnownSession | undefined } = {},
): Promise<JsonText> => {
  const place = await openPlace(tx, caller.sessionId, session);
  const replied = await findReplied(tx, caller.sessionId, message.replyTo ?? null);
  if (loopGuard && isCourtesy(message.content, place.seats)) await refuseLoop(tx, caller, place.head);
  return sayToSeats(tx, place, { actor: actorOf(caller), role: caller.role }, message, replied);
};

/**
 * Posts a message as a person who may speak (SEAT-10). An observer that joined speaks under the name of its token
 * (PPL-4).
 */
export const postHumanMessage = async (
  tx: Transaction,
  sessionId: string,
  caller: ObserverCaller | OperatorCaller,
  { name: given, ...message }: BodyOf<Endpoints['postHumanMessage']>,
  session?: KnownSession,
): Promise<JsonText> => {
  const place = await openPlace(tx, sessionId, session);
  const replied = await findReplied(tx, sessionId, message.replyTo);
  const name = caller.kind === 'observer' && !caller.issuedToCreator ? caller.observerName : given;
  const id = caller.kind === 'observer' ? caller.observerId : 'operator';
  const author = { actor: { kind: 'observer', id, name }, role: 'observer' } as const;
  return sayToSeats(tx, place, author, message, replied);
};

/** An open session and its seats. */
interface Place {
  head: SessionHead;
  seats: readonly Seat[];
}

/** The session and its seats are queried at once, so that both queries share a round trip. */
const openPlace = async (tx: Transaction, sessionId: string, session?: KnownSession): Promise<Place> => {
  const [head, seats] = await Promise.all([getOpenSession(tx, sessionId, session), listSeats(tx, sessionId)]);
  return { head, seats };
};

type SaidMessage = Pick<MessageInput, 'content'> & Partial<MessageInput>;

/** Appends a message of an agent or a person. Returns the posted message with its recipients (MSG-3, INB-8, INB-12). */
const sayToSeats = async (
  tx: Transaction,
  { head, seats }: Place,
  author: Author,
  { content, msgType = 'chat', replyTo = null, mentions: listed, metadata = {} }: SaidMessage,
  replied: RepliedMessage | undefined,
): Promise<JsonText> => {
  const { mentions, warnings } = readMentions({ content, mentions: listed }, seats);
  const authorAgentId = author.role === 'observer' ? null : author.actor.id;
  const concerns = decideInboxEntries({ authorAgentId, msgType, mentions, replied }, seats);
  const text = { content, msgType, replyTo, mentions, metadata, replied, concerns };
  const { message, json } = await appendMessage(tx, head, author, text);
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
