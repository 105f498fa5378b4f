import type { UnreadMessage } from '@pairspace/protocol';
import { systemActor } from '../access/caller.ts';
import { findSessionHead } from '../access/session-head.ts';
import { appendEvent } from '../events/append-event.ts';
import { newId } from '../lib/ids.ts';
import { drain } from '../lib/drain.ts';
import type { Queries, Storage, Transaction } from '../storage/storage.ts';

const batch = 50;

interface Mention {
  sessionId: string;
  /** The agent that is mentioned. */
  agentId: string;
  /** The message. */
  seq: number;
}

interface UnreadWatch {
  storage: Storage;
  now: () => number;
  /** A mentioned agent may leave a message unread for this long. */
  unreadAfterMs: number;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
}

/** One round of the watch: tells of every message that a mentioned agent has left unread for too long (INB-14). */
export const watchUnread = async ({ storage, now, unreadAfterMs, closing }: UnreadWatch): Promise<void> => {
  const failures = await drain(
    () => listOverdue(storage.read, now() - unreadAfterMs, batch),
    (mention) => storage.write((tx) => markUnread(tx, mention, unreadAfterMs), { session: mention.sessionId }),
    { batch, closing },
  );
  if (failures.length > 0) throw failures[0];
};

/** Mentions from then or before that their agents have not read. */
const listOverdue = (db: Queries, until: number, limit: number): Promise<Mention[]> =>
  db.all<Mention>`
    select session_id as "sessionId", agent_id as "agentId", seq from unread_mention
    where posted_at <= ${until} order by posted_at limit 0 + ${limit}
  `;

/**
 * Tells that an agent has not read a message, whoever comes first: the row that says so goes in the same commit. An agent
 * that has replied has read it, whatever its position says.
 */
const markUnread = async (tx: Transaction, mention: Mention, unreadAfterMs: number): Promise<void> => {
  const { sessionId, agentId, seq } = mention;
  const [row] = await tx.all<{ posted_at: number }>`
    delete from unread_mention
    where session_id = ${sessionId} and agent_id = ${agentId} and seq = ${seq} and posted_at <= ${tx.now - unreadAfterMs}
    returning posted_at
  `;
  if (!row) return;
  const head = await findSessionHead(tx, sessionId);
  const message = head && head.status !== 'completed' ? await findUnread(tx, mention) : undefined;
  if (!message) return;
  const unread: UnreadMessage = {
    id: newId('unr', tx.now),
    messageId: message.id,
    sessionId,
    agentId,
    authorAgentId: message.author,
    seq,
    waitedMs: tx.now - row.posted_at,
  };
  const concerns = message.author === null ? [] : [{ agentId: message.author, reason: 'unread' as const }];
  await appendEvent(tx, { sessionId, event: 'message.unread', actor: systemActor, concerns }, unread);
};

interface UnreadRow {
  id: string;
  /** Null where a person wrote it; its seat may be gone. */
  author: string | null;
}

const findUnread = (db: Queries, { sessionId, agentId, seq }: Mention): Promise<UnreadRow | undefined> =>
  db.get<UnreadRow>`
    select message.id, author_id as author from message
    join seat on seat.session_id = message.session_id and seat.agent_id = ${agentId} and read_seq < ${seq}
    where message.session_id = ${sessionId} and message.seq = ${seq} and not exists (
      select 1 from message reply
      where reply.session_id = ${sessionId} and reply.reply_seq = ${seq} and reply.author_id = ${agentId}
    )
  `;
