import { type Endpoints, pageBytes, type QueryOf } from '@pairspace/protocol';
import { numberCursor, type Page, pageOfRows } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import { readEvents } from './read-events.ts';

/** The log after a point, oldest first, as JSON text (LOG-5). */
export const listEvents = async (
  db: Queries,
  sessionId: string,
  { since = 0, limit, cursor }: QueryOf<Endpoints['listEvents']>,
): Promise<Page<string>> => {
  const after = numberCursor('events', cursor) ?? since;
  const events = await readEvents(db, { sessionId, since: after, limit: limit + 1, bytes: pageBytes });
  const { items, nextCursor } = pageOfRows('events', events, limit, (event) => event.seq, events[0]?.available);
  return { items: items.map((event) => event.json), nextCursor };
};
