import { type InboxReason, pageBytes, type Position, ServiceError } from '@pairspace/protocol';
import { eventJson } from '../events/event-hash.ts';
import type { EventRow } from '../events/event-row.ts';
import { numberCursor, pageOfRows } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import { findPositionRow, presentPosition } from './position-store.ts';

export interface Inbox extends Pick<Position, 'readSeq' | 'unread'> {
  /** JSON texts of the entries. */
  items: string[];
  nextCursor: string | null;
  lastSeq: number;
}

interface InboxQuery {
  sessionId: string;
  agentId: string;
  since?: number | undefined;
  limit: number;
  cursor?: string | undefined;
}

interface InboxRow extends EventRow {
  reason: InboxReason;
  available: number;
}

/**
 * The inbox of an agent after a point, oldest first. The cost depends on the answer, not on the length of the log
 * (INB-7, INB-9).
 */
export const readInbox = async (
  db: Queries,
  { sessionId, agentId, since, limit, cursor }: InboxQuery,
): Promise<Inbox> => {
  const after = numberCursor('inbox', cursor) ?? since;
  const position = await findPositionRow(db, sessionId, agentId);
  if (!position) throw new ServiceError('NOT_FOUND', 'There is no such session, or no such agent in it.');
  const rows = await readRows(db, {
    sessionId,
    agentId,
    since: Math.max(after ?? position.read_seq, position.joined_seq),
    until: position.last_seq,
    limit: limit + 1,
  });
  const { items, nextCursor } = pageOfRows('inbox', rows, limit, ({ seq }) => seq, rows[0]?.available);
  const { readSeq, unread } = presentPosition(position);
  return {
    items: items.map(
      (row) => `{"seq":${String(row.seq)},"reason":"${row.reason}","event":${eventJson(sessionId, row)}}`,
    ),
    nextCursor,
    readSeq,
    lastSeq: position.last_seq,
    unread,
  };
};

interface Range {
  sessionId: string;
  agentId: string;
  since: number;
  /** The end of the log when the position was read, so that the whole answer shows one moment. */
  until: number;
  limit: number;
}

// The sizes are added up before any content is read, as in the log.
const readRows = (db: Queries, { sessionId, agentId, since, until, limit }: Range): Promise<InboxRow[]> =>
  db.all<InboxRow>`
    select event.seq, event, at, actor_kind, actor_id, actor_name, data, hash, reason, available
    from (
      select seq, reason, count(*) over () as available, sum(bytes) over (order by seq) - bytes as bytes_before
      from (
        select inbox.seq, inbox.reason, octet_length(data) as bytes from inbox
        join event on event.session_id = inbox.session_id and event.seq = inbox.seq
        where inbox.session_id = ${sessionId} and inbox.agent_id = ${agentId} and inbox.seq > ${since} and inbox.seq <= ${until}
        order by inbox.seq limit 0 + ${limit}
      ) next
    ) page join event on event.session_id = ${sessionId} and event.seq = page.seq
    where bytes_before <= ${pageBytes}
    order by event.seq
  `;
