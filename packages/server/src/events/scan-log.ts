import { ServiceError } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';
import type { EventRow } from './event-row.ts';
import { readEventRows } from './read-events.ts';

/** A page is small enough to be read between two turns of the event loop. */
const pageEvents = 100;
const pageBytes = 256 * 1024;

/**
 * Yields the events of a session's log one by one, from the beginning up to the seq `until`. Only one page is in memory
 * at a time.
 */
export async function* scanLog(db: Queries, sessionId: string, until: number): AsyncGenerator<EventRow> {
  for await (const page of scanLogPages(db, sessionId, until)) yield* page;
}

/** Like `scanLog`, but yields pages, for callers that do little for each event. */
export async function* scanLogPages(db: Queries, sessionId: string, until: number): AsyncGenerator<EventRow[]> {
  let seq = 0;
  while (seq < until) {
    const limit = Math.min(pageEvents, until - seq);
    const page = await readEventRows(db, { sessionId, since: seq, limit, bytes: pageBytes });
    // A log has gaps only while it is being removed.
    if (page.length === 0 || page.some((event, at) => event.seq !== seq + 1 + at)) throw deletedMeanwhile();
    yield page;
    seq += page.length;
  }
}

const deletedMeanwhile = (): ServiceError => new ServiceError('NOT_FOUND', 'This session was deleted meanwhile.');
