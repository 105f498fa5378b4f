import { endpoints, type InboxItem, maxWaitSeconds, type ResultOf } from '@pairspace/protocol';
import { callEndpoint } from './call-endpoint.ts';
import type { Connection } from './connection.ts';
import { backoffMs } from './pause.ts';
import { persist } from './persist.ts';

export interface FollowInbox {
  sessionId: string;
  /** Ends the iteration. */
  signal?: AbortSignal | undefined;
  /** The program that hands the entries to the agent, as receipts show it: at most 64 characters. */
  via?: string | undefined;
}

/**
 * The inbox of the agent, entry by entry, live. Taking the next entry acknowledges the one before, so each entry is
 * delivered at least once: after a break, an exception or a crash the entry comes again. Ends when the session is
 * completed and every entry was taken, and when the signal aborts. The iteration survives outages.
 */
export async function* followInbox(
  connection: Connection,
  { sessionId, signal, via = 'pairspace-client' }: FollowInbox,
): AsyncGenerator<InboxItem, void, undefined> {
  const call = (endpoint: (typeof endpoints)['readInbox' | 'movePosition'], request: object) =>
    persist((options) => callEndpoint(connection, endpoint, { params: { sessionId }, ...request, ...options }), {
      pause: connection.pause,
      goesOn: () => !signal?.aborted,
      signal,
    });
  try {
    for (let empty = 0; !signal?.aborted;) {
      const askedAt = performance.now();
      const query = { wait: maxWaitSeconds, limit: 50 };
      const { items, completed } = (await call(endpoints.readInbox, { query })) as ResultOf<typeof endpoints.readInbox>;
      for (const item of items) {
        yield item;
        await call(endpoints.movePosition, { body: { seq: item.seq, via } });
      }
      if (items.length === 0 && completed) return;
      empty = items.length > 0 || performance.now() - askedAt >= 1000 ? 0 : empty + 1;
      if (empty === 0) continue;
      // The service returned early, because its process is about to end.
      await connection.pause(backoffMs(200, empty), signal);
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
