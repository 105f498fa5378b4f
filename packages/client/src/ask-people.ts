import { type Ask, type BodyGiven, type Endpoints, endpoints, maxWaitSeconds } from '@pairspace/protocol';
import { callEndpoint } from './call-endpoint.ts';
import { type Connection, newKey } from './connection.ts';
import { backoffMs } from './pause.ts';
import { persist } from './persist.ts';

export type NewAsk = BodyGiven<Endpoints['createAsk']> & {
  /** Ends the wait; the ask stays open. */
  signal?: AbortSignal | undefined;
};

/** An ask of the caller. */
export interface PendingAsk {
  /** The ask as it was created. */
  readonly created: Promise<Ask>;
  /**
   * The ask as it ended: `status` says whether it was answered, has expired or was withdrawn. Only an answer approves:
   * see `isApproved`. The wait survives outages.
   */
  answered(): Promise<Ask>;
}

export const askPeople = (
  connection: Connection,
  { sessionId, signal, ...body }: NewAsk & { sessionId: string },
): PendingAsk => {
  const params = { sessionId };
  const request = { params, body, headers: { 'idempotency-key': newKey() }, signal };
  const created = callEndpoint(connection, endpoints.createAsk, request) as Promise<Ask>;
  // The caller gets the failure from `created` or `answered()`; this handler only prevents an unhandled rejection.
  created.catch(() => undefined);
  return { created, answered: async () => endOf(connection, await created, signal) };
};

const endOf = async (connection: Connection, ask: Ask, signal: AbortSignal | undefined): Promise<Ask> => {
  const params = { sessionId: ask.sessionId, askId: ask.id };
  const query = { wait: maxWaitSeconds };
  let known = ask;
  for (let empty = 0; known.status === 'open';) {
    const askedAt = performance.now();
    known = (await persist((options) => callEndpoint(connection, endpoints.getAsk, { params, query, ...options }), {
      pause: connection.pause,
      signal,
    })) as Ask;
    if (known.status !== 'open') break;
    empty = performance.now() - askedAt >= 1000 ? 0 : empty + 1;
    // The service returned early, because its process is about to end.
    if (empty > 0) await connection.pause(backoffMs(200, empty), signal);
  }
  return known;
};
