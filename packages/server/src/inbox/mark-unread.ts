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
  /** The mentioned agent. */
  agentId: string;
  /** The seq of the message. */
  seq: number;
}

interface UnreadWatch {
  storage: Storage;
  now: () => number;
  /** The time after which an unread mention is reported. */
  unreadAfterMs: number;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
}

/** A round of the watch: reports every message that a mentioned agent has left unread for too long (INB-14). */
export const watchUnread = async ({ storage, now, unreadAfterMs, closing }: UnreadWatch): Promise<void> => {
  const failures = await drain(
    () => listOverdue(storage.read, now() - unreadAfterMs, batch),
    (mention) => storage.write((tx) => markUnread(tx, mention, unreadAfterMs), { session: mention.sessionId }),
    { batch, closing },
  );
  if (failures.length > 0) throw failures[0];
};

/** Mentions that are unread and were posted at `until` or earlier. */
const listOverdue = (db: Queries, until: number, limit: number): Promise<Mention[]> =>
  db.all<Mention>`
    select session_id as "sessionId", agent_id as "agentId", seq from unread_mention
    where posted_at <= ${until} order by posted_at limit 0 + ${limit}
  `;

/**
 * Reports that an agent has not read a message. The commit removes the row of the mention, so that only one node
 * reports it. An agent that has replied has read the message, whatever its position is.
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
  /** Null for a message of a person. */
  author: string | null;
}

const findUnread = (db: Queries, { sessionId, agentId, seq }: Mention): Promise<UnreadRow | undefined> =>
  db.get<UnreadRow>`
    select entity_id as id, case when actor_kind <> 'observer' then actor_id end as author from event
    join seat on seat.session_id = event.session_id and seat.agent_id = ${agentId} and read_seq < ${seq}
    where event.session_id = ${sessionId} and event.seq = ${seq} and not exists (
      select 1 from event reply
      where reply.session_id = ${sessionId} and reply.reply_seq = ${seq} and reply.actor_id = ${agentId}
        and reply.actor_kind = 'agent'
    )
  `;
