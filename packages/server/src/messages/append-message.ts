import type { Actor, Message } from '@pairspace/protocol';
import { systemActor } from '../access/caller.ts';
import type { SessionHead } from '../access/session-head.ts';
import { appendEvent } from '../events/append-event.ts';
import type { NewInboxEntry } from '../events/inbox-entry.ts';
import { isoTime } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Transaction } from '../storage/storage.ts';
import type { RepliedMessage } from './referred.ts';

/** The author of a message, with its role in the session. */
export interface Author {
  actor: Actor;
  role: Message['authorRole'];
}

type MessageText = Pick<Message, 'content' | 'msgType'> &
  Partial<Pick<Message, 'replyTo' | 'mentions' | 'metadata'>> & {
    replied?: RepliedMessage | undefined;
    /** The agents that the message concerns, with the reasons. */
    concerns?: readonly NewInboxEntry[];
  };

interface Appended {
  message: Message;
  /** The message as JSON in the log. */
  json: string;
}

/** The author of messages of the service itself. */
export const serviceAuthor: Author = { actor: systemActor, role: 'system' };

/** Appends a message to the log. A message is its event, so its content is stored only in the log (MSG-1). */
export const appendMessage = async (
  tx: Transaction,
  head: SessionHead,
  { actor, role }: Author,
  { content, msgType, replyTo = null, mentions = [], metadata = {}, replied, concerns = [] }: MessageText,
): Promise<Appended> => {
  const { id: sessionId } = head;
  const id = newId('msg', tx.now);
  const authorAgentId = role === 'observer' ? null : actor.id;
  const columns = {
    msg_type: msgType,
    named: mentions.length === 0 ? null : JSON.stringify(mentions),
    reply_seq: replied?.seq ?? null,
    thread_seq: replied?.threadSeq ?? null,
  };
  const change = { sessionId, event: 'message.created', actor, head, concerns, message: columns } as const;
  // The fields are in the order of canonical JSON, in which the log keeps them, so that nothing has to be sorted.
  const { entity, json } = await appendEvent(tx, change, {
    authorAgentId,
    authorName: actor.name,
    authorRole: role,
    content,
    createdAt: isoTime(tx.now),
    id,
    mentions,
    metadata,
    msgType,
    replyTo,
    seq: 0,
    sessionId,
  });
  return { message: entity, json };
};
