import type { BodyOf, Endpoints } from '@pairspace/protocol';
import { type JsonText, withMember } from '../lib/json-text.ts';
import type { Transaction } from '../storage/storage.ts';
import { appendMessage, type Author } from './append-message.ts';
import type { Conversation } from './conversation.ts';
import { decideInboxEntries } from './decide-inbox-entries.ts';
import { presentRecipients } from './recipients.ts';
import { mentionedAgents, type RepliedMessage, warnOfNobody } from './referred.ts';

type MessageInput = Pick<BodyOf<Endpoints['postMessage']>, 'content' | 'msgType' | 'replyTo'> &
  Partial<Pick<BodyOf<Endpoints['postMessage']>, 'mentions' | 'metadata'>>;

/** Appends a message of an agent or a person. Returns the posted message with its recipients (MSG-3, INB-8, INB-12). */
export const sayToSeats = async (
  tx: Transaction,
  conversation: Conversation,
  author: Author,
  { content, msgType, replyTo, mentions: listed, metadata = {} }: MessageInput,
  replied: RepliedMessage | undefined,
): Promise<JsonText> => {
  const { seats, end } = conversation;
  const mentions = mentionedAgents({ content, mentions: listed }, seats);
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
  const warnings = warnOfNobody(content, seats);
  return warnings.length === 0 ? posted : withMember(posted.text, 'warnings', warnings);
};
