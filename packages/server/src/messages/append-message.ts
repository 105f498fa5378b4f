import type { Actor, Message } from '@pairspace/protocol';
import { systemActor } from '../access/caller.ts';
import type { SessionHead } from '../access/session-head.ts';
import { appendEvent } from '../events/append-event.ts';
import type { NewInboxEntry } from '../events/inbox-entry.ts';
import { isoTime } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Transaction } from '../storage/storage.ts';
import type { Replied } from './referred.ts';

/** Who says it, and with which part in the session. */
export interface Author {
  actor: Actor;
  role: Message['authorRole'];
}

type MessageText = Pick<Message, 'content' | 'msgType'> &
  Partial<Pick<Message, 'replyTo' | 'mentions' | 'metadata'>> & {
    replied?: Replied | undefined;
    /** Whom it concerns, and why. */
    concerns?: readonly NewInboxEntry[];
  };

interface Appended {
  message: Message;
  /** The message as the log keeps it. */
  json: string;
}

/** The service's own voice in a session. */
export const serviceAuthor: Author = { actor: systemActor, role: 'system' };

/** Puts a message at the end of the log. A message is its event: its content is stored once, in the log (MSG-1). */
export const appendMessage = async (
  tx: Transaction,
  head: SessionHead,
  { actor, role }: Author,
  { content, msgType, replyTo = null, mentions = [], metadata = {}, replied, concerns = [] }: MessageText,
): Promise<Appended> => {
  const { id: sessionId } = head;
  const id = newId('msg', tx.now);
  const authorAgentId = role === 'observer' ? null : actor.id;
  const change = { sessionId, event: 'message.created', actor, head, concerns } as const;
  // In the order of canonical JSON, which the log keeps: then nothing has to be sorted.
  const { seq, entity, json } = await appendEvent(tx, change, {
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
  tx.queueWrite`
    insert into message (session_id, seq, id, msg_type, author_id, thread_seq, reply_seq, named)
    values (${sessionId}, ${seq}, ${id}, ${msgType}, ${authorAgentId}, ${replied?.threadSeq ?? null},
      ${replied?.seq ?? null}, ${mentions.length === 0 ? null : JSON.stringify(mentions)})
  `;
  return { message: entity, json };
};
