import type { Message } from '@pairspace/protocol';
import { findMentions } from '@pairspace/protocol/mentions';
import type { Transaction } from '../storage/storage.ts';

/** The greatest number of earlier messages that a new seat finds in its inbox. */
const mostMentions = 20;
/** The number of messages that are read in one step. */
const step = 100;

interface Said {
  seq: number;
  actor_kind: string;
  actor_id: string;
  data: string;
}

interface SeatedSession {
  sessionId: string;
  seats: readonly { agentId: string }[];
}

interface NewSeat {
  agentId: string;
  /** The event with which the seat was taken. */
  joinedSeq: number;
}

/**
 * Puts the newest messages that named the id of a new seat before it was taken into its inbox (INB-9). Rows of an
 * earlier seat under the same id give way, so that none of them appears beside these.
 */
export const deliverEarlierMentions = async (
  tx: Transaction,
  session: SeatedSession,
  { agentId, joinedSeq }: NewSeat,
): Promise<void> => {
  const { sessionId } = session;
  const named = await findNamed(tx, session, { agentId, joinedSeq });
  const [oldest] = named;
  if (oldest === undefined) return;
  tx.queueWrite`delete from inbox where session_id = ${sessionId} and agent_id = ${agentId} and seq < ${joinedSeq}`;
  for (const [index, seq] of named.entries()) {
    tx.queueWrite`
      insert into inbox (session_id, agent_id, seq, ordinal, reason)
      values (${sessionId}, ${agentId}, ${seq}, ${index + 1}, 'mention')
    `;
  }
  tx.queueWrite`
    update seat set joined_seq = ${oldest - 1}, read_ordinal = 0, news_at = case when key_line is null then null else (
      select at from event where session_id = ${sessionId} and seq = ${oldest}
    ) end
    where session_id = ${sessionId} and agent_id = ${agentId}
  `;
};

/** The newest messages of others that named the agent while it had no seat, oldest first. */
const findNamed = async (
  tx: Transaction,
  { sessionId, seats }: SeatedSession,
  { agentId, joinedSeq }: NewSeat,
): Promise<number[]> => {
  const ids = seats.map((seat) => seat.agentId);
  const found: number[] = [];
  for (let end = joinedSeq; ;) {
    const rows = await tx.all<Said>`
      select seq, actor_kind, actor_id, data from event
      where session_id = ${sessionId} and seq < ${end} and event = 'message.created'
        and replace(data, ${agentId}, '') <> data
      order by seq desc limit 0 + ${step}
    `;
    for (const { seq, actor_kind: kind, actor_id: author, data } of rows) {
      if (kind === 'agent' && author === agentId) continue;
      const { content, mentions } = JSON.parse(data) as Message;
      // A former seat under this id has had the messages that mention it.
      if (mentions.includes(agentId) || !findMentions(content, ids).agentIds.includes(agentId)) continue;
      found.unshift(seq);
      if (found.length === mostMentions) return found;
    }
    const last = rows.at(-1);
    if (!last || rows.length < step) return found;
    end = last.seq;
  }
};
