import { endpoints, type InboxItem, maxWaitSeconds, type ResultOf } from '@pairspace/protocol';
import { callEndpoint } from './call-endpoint.ts';
import type { Connection } from './connection.ts';
import { backoffMs } from './pause.ts';
import { persist } from './persist.ts';

export interface FollowInbox {
  sessionId: string;
  /** Ends the iteration. */
  signal?: AbortSignal | undefined;
  /** What hands the entries to the agent, as receipts tell it: at most 64 characters. */
  via?: string | undefined;
}

/**
 * What concerns the agent, one entry after the other, as it comes. Taking the next entry acknowledges the one before, so
 * each is handed out at least once: where the caller breaks off, throws or dies, the entry is there again. Ends when the
 * session is completed and everything was handed out, and when the signal aborts. An outage is waited out.
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
      // The service did not wait: the process is about to end.
      await connection.pause(backoffMs(200, empty), signal);
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
