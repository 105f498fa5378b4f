import { ServiceError } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';
import type { EventRow } from './event-row.ts';
import { readEventRows } from './read-events.ts';

/** Small enough to be read between two turns of the event loop. */
const pageEvents = 100;
const pageBytes = 256 * 1024;

/** The log of a session from its beginning up to `until`, event by event, however long it is. */
export async function* scanLog(db: Queries, sessionId: string, until: number): AsyncGenerator<EventRow> {
  for await (const page of scanLogPages(db, sessionId, until)) yield* page;
}

/** The same, page by page: for what has little to do for each event. */
export async function* scanLogPages(db: Queries, sessionId: string, until: number): AsyncGenerator<EventRow[]> {
  let seq = 0;
  while (seq < until) {
    const limit = Math.min(pageEvents, until - seq);
    const page = await readEventRows(db, { sessionId, since: seq, limit, bytes: pageBytes });
    // The log has no gaps, but where it is being removed.
    if (page.length === 0 || page.some((event, at) => event.seq !== seq + 1 + at)) throw deletedMeanwhile();
    yield page;
    seq += page.length;
  }
}

const deletedMeanwhile = (): ServiceError => new ServiceError('NOT_FOUND', 'This session was deleted meanwhile.');
