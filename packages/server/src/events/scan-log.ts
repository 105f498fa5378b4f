import { ServiceError } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';
import type { EventRow } from './event-row.ts';
import { readEventRows } from './read-events.ts';

/** Small enough to be read between two turns of the event loop. */
const pageEvents = 100;
const pageBytes = 256 * 1024;

/** The log of a session from its beginning up to `until`, page by page, however long it is. */
export async function* scanLog(db: Queries, sessionId: string, until: number): AsyncGenerator<EventRow> {
  let seq = 0;
  while (seq < until) {
    const events = await readEventRows(db, { sessionId, since: seq, limit: pageEvents, bytes: pageBytes });
    if (events.length === 0) throw deletedMeanwhile();
    for (const event of events) {
      if (event.seq > until) return;
      // The log has no gaps, but where it is being removed.
      if (event.seq !== seq + 1) throw deletedMeanwhile();
      yield event;
      seq = event.seq;
    }
  }
}

const deletedMeanwhile = (): ServiceError => new ServiceError('NOT_FOUND', 'This session was deleted meanwhile.');
