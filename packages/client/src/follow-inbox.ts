import { endpoints, type InboxItem, maxWaitSeconds } from '@pairspace/protocol';
import { isOutage, mayPass } from './answer.ts';
import { callEndpoint } from './call-endpoint.ts';
import type { Connection } from './connection.ts';
import { backoffMs } from './pause.ts';
import { persist } from './persist.ts';
import type { AnyRequest } from './request.ts';

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
export const followInbox = (
  connection: Connection,
  { sessionId, ...follow }: FollowInbox,
): AsyncGenerator<InboxItem, void, undefined> =>
  followItems(connection, {
    ...follow,
    read: (request) => callEndpoint(connection, endpoints.readInbox, { params: { sessionId }, ...request }),
    seatOf: () => ({ sessionId, token: connection.token }),
  });

interface FollowItems<Item> extends Omit<FollowInbox, 'sessionId'> {
  read: (request: AnyRequest) => Promise<unknown>;
  /** The session of an entry, and the token of the seat that acknowledges it. */
  seatOf: (item: Item) => Seat | Promise<Seat>;
}

interface Seat extends Pick<Connection, 'token'> {
  sessionId: string;
}

/** The inbox of one seat, or that over all seats, which ends with its signal alone. */
export async function* followItems<Item extends { seq: number }>(
  connection: Connection,
  { read, seatOf, signal, via = 'pairspace-client' }: FollowItems<Item>,
): AsyncGenerator<Item, void, undefined> {
  const persistence = { pause: connection.pause, signal, isTransient: mayPass };
  const query = { wait: maxWaitSeconds, limit: 50 };
  try {
    for (let empty = 0; !signal?.aborted;) {
      const askedAt = performance.now();
      const page = await persist((options) => read({ query, ...options }), persistence);
      persistence.isTransient = isOutage;
      const { items, completed } = page as { items: Item[]; completed?: boolean };
      for (const item of items) {
        yield item;
        const { sessionId, token } = await seatOf(item);
        const seat = { ...connection, token };
        const request = { params: { sessionId }, body: { seq: item.seq, via } };
        await persist((options) => callEndpoint(seat, endpoints.movePosition, { ...request, ...options }), persistence);
      }
      if (items.length === 0 && completed) return;
      empty = items.length > 0 || performance.now() - askedAt >= 1000 ? 0 : empty + 1;
      // The service returned early, because its process is about to end.
      if (empty > 0) await connection.pause(backoffMs(200, empty), signal);
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
