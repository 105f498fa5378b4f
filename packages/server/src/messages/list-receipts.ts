import { type Receipt, ServiceError } from '@pairspace/protocol';
import { isoTimeOrNull } from '../lib/clock.ts';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';

interface ReceiptRow {
  agent_id: string;
  agent_name: string;
  read_seq: number;
  read_at: number | null;
  read_via: string | null;
  offered_seq: number;
  offered_at: number | null;
  offered_via: string | null;
  /** The time of its first reply; null without one. */
  answered_at: number | null;
}

/** The receipts of a message: one for each other agent of the session (INB-13). */
export const listReceipts = async (
  db: Queries,
  { sessionId, messageId }: { sessionId: string; messageId: string },
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Receipt>> => {
  const message = await db.get<{ seq: number; author_id: string | null }>`
    select seq, case when actor_kind <> 'observer' then actor_id end as author_id from event
    where session_id = ${sessionId} and entity_id = ${messageId} and event = 'message.created'
  `;
  if (!message) throw new ServiceError('NOT_FOUND', 'There is no such message in this session.');
  const after = textCursor('receipts', cursor) ?? '';
  const rows = await db.all<ReceiptRow>`
    select agent_id, agent_name, read_seq, read_at, read_via, offered_seq, offered_at, offered_via, (
      select at from event reply
      where reply.session_id = seat.session_id and reply.reply_seq = ${message.seq} and reply.actor_id = seat.agent_id
        and reply.actor_kind = 'agent'
      order by reply.seq + 0 limit 1
    ) as answered_at
    from seat
    where session_id = ${sessionId} and agent_id > ${after} and agent_id <> ${message.author_id ?? ''}
    order by agent_id limit 0 + ${limit + 1}
  `;
  const { items, nextCursor } = pageOfRows('receipts', rows, limit, (row) => row.agent_id);
  return { items: items.map((row) => presentReceipt(row, message.seq)), nextCursor };
};

const presentReceipt = (row: ReceiptRow, seq: number): Receipt => {
  const { agent_id: agentId, agent_name: agentName } = row;
  const receipt = (state: Receipt['state'], at: number | null, via: string | null): Receipt => ({
    agentId,
    agentName,
    state,
    at: isoTimeOrNull(at),
    via,
  });
  if (row.answered_at !== null) return receipt('answered', row.answered_at, null);
  if (row.read_seq >= seq) return receipt('read', row.read_at, row.read_via);
  if (row.offered_seq >= seq) return receipt('offered', row.offered_at, row.offered_via);
  return receipt('queued', null, null);
};
