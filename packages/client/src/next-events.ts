import { endpoints, type Event, maxWaitSeconds, type ResultOf } from '@pairspace/protocol';
import { callEndpoint } from './call-endpoint.ts';
import type { Connection } from './connection.ts';

export interface NextEvents {
  sessionId: string;
  /** Events after this seq. */
  since: number;
  /** The time to wait while there are no events; unlimited by default. */
  waitSeconds?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * The events after `since`, as soon as there are any, by long polling (WAIT-1). Empty when the time is up. A completed
 * session returns at once, because it will have no further events (WAIT-3).
 */
export const nextEvents = async (
  connection: Connection,
  { sessionId, since, waitSeconds = Infinity, signal }: NextEvents,
): Promise<Event[]> => {
  const deadline = performance.now() + waitSeconds * 1000;
  for (;;) {
    const askedAt = performance.now();
    const wait = Math.max(0, Math.min(maxWaitSeconds, Math.ceil((deadline - askedAt) / 1000)));
    const page = (await callEndpoint(connection, endpoints.listEvents, {
      params: { sessionId },
      query: { since, wait, limit: 200 },
      signal,
    })) as ResultOf<typeof endpoints.listEvents>;
    const endedEarly = performance.now() - askedAt < wait * 1000;
    if (page.items.length > 0 || endedEarly || performance.now() >= deadline) return page.items;
  }
};
