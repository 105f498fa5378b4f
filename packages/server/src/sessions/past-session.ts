import type { Seat, Session } from '@pairspace/protocol';
import { isoTime } from '../lib/clock.ts';
import type { Queries } from '../storage/storage.ts';

interface Change {
  seq: number;
  data: string;
}

/** The session after an event: the last full state in the log, with later joins and observers added (TIME-2). */
export const findPastSession = async (db: Queries, sessionId: string, seq: number): Promise<Session | undefined> => {
  // The condition on the event repeats the condition of the index word for word; otherwise SQLite would scan the log.
  const told = await db.get<Change>`
    select seq, data from event where session_id = ${sessionId} and seq <= ${seq} and (event = 'session.created'
      or event = 'session.updated' or event = 'session.completed' or event = 'session.paused'
      or event = 'session.imported')
    order by seq desc limit 1
  `;
  const newest = await db.get<{ at: number; removed: string | null }>`
    select at, case when event = 'agent.removed' then data end as removed from event
    where session_id = ${sessionId} and seq = ${seq}
  `;
  if (!told || !newest) return undefined;
  const session = JSON.parse(told.data) as Session & { importedFrom?: unknown };
  delete session.importedFrom;
  const span = { sessionId, after: told.seq, until: seq };
  const joined = (await listJoined(db, span)).map(({ data }) => JSON.parse(data) as Seat);
  // The change of the session that follows a removal comes with the next event.
  const removedId = newest.removed === null ? undefined : (JSON.parse(newest.removed) as Seat).agentId;
  const agents = [...session.agents, ...joined].filter(({ agentId }) => agentId !== removedId);
  const partner = agents[1];
  return {
    ...session,
    agents,
    partner: partner ? { agentId: partner.agentId, agentName: partner.agentName } : null,
    observerCount: session.observerCount + (await countObservers(db, span)),
    lastSeq: seq,
    lastActivityAt: isoTime(newest.at),
  };
};

interface Span {
  sessionId: string;
  after: number;
  until: number;
}

/**
 * The agents that joined in a span without a change of the session. A removal is followed by such a change in its
 * transaction, which has the seats without the removed agent.
 */
const listJoined = (db: Queries, { sessionId, after, until }: Span): Promise<{ data: string }[]> =>
  db.all<{ data: string }>`
    select data from event
    where session_id = ${sessionId} and seq > ${after} and seq <= ${until} and event = 'session.joined'
    order by seq
  `;

/**
 * The number of observers that joined in a span of the log, less those that were removed. Indexes count them, because
 * there may be hundreds of thousands.
 */
const countObservers = async (db: Queries, { sessionId, after, until }: Span): Promise<number> => {
  const row = await db.get<{ joined: number; removed: number }>`
    select
      (select count(*) from event
        where session_id = ${sessionId} and seq > ${after} and seq <= ${until} and event = 'observer.joined') as joined,
      (select count(*) from event
        where session_id = ${sessionId} and seq > ${after} and seq <= ${until} and event = 'observer.removed') as removed
  `;
  return row ? row.joined - row.removed : 0;
};
