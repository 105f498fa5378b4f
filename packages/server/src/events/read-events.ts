import { type LoggedName, pageBytes } from '@pairspace/protocol';
import { isoTime } from '../lib/clock.ts';
import type { Queries } from '../storage/storage.ts';

interface EventRow {
  seq: number;
  event: LoggedName;
  at: number;
  actor_kind: string;
  actor_id: string;
  actor_name: string;
  data: string;
  available: number;
}

/** An event with its JSON text; the entity inside is the stored text itself. */
export interface LoggedEvent {
  seq: number;
  event: LoggedName;
  data: string;
  json: string;
  /** How many events there were for this page before it was cut by its bytes. */
  available: number;
}

interface EventsQuery {
  sessionId: string;
  /** Events with a greater seq. */
  since: number;
  limit: number;
}

/** The next events of a log, at least one if there is one, else as many as fit a page (API-20). */
export const readEvents = async (db: Queries, { sessionId, since, limit }: EventsQuery): Promise<LoggedEvent[]> => {
  const rows = await db.all<EventRow>`
    select seq, event, at, actor_kind, actor_id, actor_name, data, available
    from (
      select *, count(*) over () as available,
        sum(octet_length(data)) over (order by seq) - octet_length(data) as bytes_before
      from (select * from event where session_id = ${sessionId} and seq > ${since} order by seq limit ${limit}) newest
    ) page
    where bytes_before <= ${pageBytes}
    order by seq
  `;
  return rows.map((row) => loggedEvent(sessionId, row));
};

const loggedEvent = (sessionId: string, row: EventRow): LoggedEvent => {
  const head = JSON.stringify({
    seq: row.seq,
    event: row.event,
    timestamp: isoTime(row.at),
    sessionId,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  });
  return { ...row, json: `${head.slice(0, -1)},"data":${row.data}}` };
};
