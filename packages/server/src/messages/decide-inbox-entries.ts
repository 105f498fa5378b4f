import type { InboxReason } from '@pairspace/protocol';
import type { NewInboxEntry } from '../events/inbox-entry.ts';
import type { RepliedMessage } from './referred.ts';

interface PostedMessage {
  /** Null for a person. */
  authorAgentId: string | null;
  msgType: string;
  mentions: readonly string[];
  /** The message to which this message replies. */
  replied: RepliedMessage | undefined;
}

interface SeatedAgent {
  agentId: string;
  /** The ordinal of the newest entry of its inbox; null for an empty inbox. */
  last_ordinal: number | null;
  /** The key line of the seat, which stands for all successive keys of its agent; null without a key. */
  keyLine: string | null;
}

/** The agents with a seat whom a message concerns, each with the first reason that applies (INB-8). */
export const decideInboxEntries = (message: PostedMessage, seats: readonly SeatedAgent[]): NewInboxEntry[] =>
  seats.flatMap(({ agentId, last_ordinal: last, keyLine }) => {
    if (agentId === message.authorAgentId) return [];
    const reason = reasonFor(agentId, message, seats.length);
    return reason ? [{ agentId, reason, ordinal: (last ?? 0) + 1, hasKey: keyLine !== null }] : [];
  });

const reasonFor = (agentId: string, message: PostedMessage, seats: number): InboxReason | undefined => {
  const { authorAgentId, msgType, mentions, replied } = message;
  const namesNobody = mentions.length === 0;
  if (authorAgentId === null) return 'human';
  if (mentions.includes(agentId)) return 'mention';
  if (replied?.authorId === agentId) return 'reply';
  if (msgType === 'handoff' && namesNobody) return 'handoff';
  if (seats === 2 || (namesNobody && threadNames(replied).includes(agentId))) return 'partner';
  return undefined;
};

const threadNames = (replied: RepliedMessage | undefined): string[] =>
  typeof replied?.threadNamed === 'string' ? (JSON.parse(replied.threadNamed) as string[]) : [];
