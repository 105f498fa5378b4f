import type { LoggedName } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';
import { eventJson } from './event-hash.ts';
import type { EventRow } from './event-row.ts';

/** An event with its JSON text; the entity inside is the stored text itself. */
export interface LoggedEvent {
  seq: number;
  event: LoggedName;
  data: string;
  json: string;
  /** The number of events on this page before it was cut by its bytes. */
  available: number;
}

interface EventsQuery {
  sessionId: string;
  /** Events with a greater seq. */
  since: number;
  limit: number;
  /** The page ends with the event that passes this many bytes. */
  bytes: number;
}

/** Returns the next events of a log: as many as fit a page, and at least one if there is one (API-20). */
export const readEvents = async (db: Queries, query: EventsQuery): Promise<LoggedEvent[]> => {
  const rows = await readEventRows(db, query);
  return rows.map((row) => ({ ...row, json: eventJson(query.sessionId, row) }));
};

/** Like `readEvents`, but returns the rows of the table. */
export const readEventRows = (
  db: Queries,
  { sessionId, since, limit, bytes }: EventsQuery,
): Promise<(EventRow & { available: number })[]> =>
  // The sizes are added up before any content is read: an event can be large, and most may not fit.
  db.all`
    select event.seq, event, at, actor_kind, actor_id, actor_name, data, hash, available
    from (
      select seq, count(*) over () as available, sum(bytes) over (order by seq) - bytes as bytes_before
      from (
        select seq, octet_length(data) as bytes from event
        where session_id = ${sessionId} and seq > ${since} order by seq limit 0 + ${limit}
      ) next
    ) page join event on event.session_id = ${sessionId} and event.seq = page.seq
    where bytes_before <= ${bytes}
    order by event.seq
  `;
