import { endpoints, type OwnInboxItem, type ResultOf } from '@pairspace/protocol';
import { callEndpoint } from './call-endpoint.ts';
import type { Connection } from './connection.ts';
import { followItems } from './follow-inbox.ts';
import type { RequestOf } from './request.ts';

type Endpoints = typeof endpoints;

export interface FollowMe {
  /**
   * The agent token of the seat in a session, with which the iteration acknowledges an entry. The token must be known
   * for every session, because an entry that is not acknowledged comes again.
   */
  tokenOf: (sessionId: string) => string | Promise<string>;
  /** Ends the iteration. */
  signal?: AbortSignal | undefined;
  /** The program that hands the entries to the agent, as receipts show it: at most 64 characters. */
  via?: string | undefined;
}

/** The agent of an agent key, in all its sessions. The token of the client is the key (ME-1). */
export interface MeClient {
  /** The agent, its number of seats, and what it has not read. */
  read(options?: { signal?: AbortSignal }): Promise<ResultOf<Endpoints['getMe']>>;
  /** A page of the sessions, sorted by their newest activity. */
  sessions(query?: RequestOf<Endpoints['listMySessions']>['query']): Promise<ResultOf<Endpoints['listMySessions']>>;
  /** A page of the inbox over all seats; `wait` waits for all of them. */
  inbox(
    query?: RequestOf<Endpoints['readMyInbox']>['query'],
    options?: { signal?: AbortSignal },
  ): Promise<ResultOf<Endpoints['readMyInbox']>>;
  /** Recovers the seat in a session without its code: a new token and a new code, and the old ones end (ME-8). */
  recover(sessionId: string): Promise<ResultOf<Endpoints['recoverAgent']>>;
  /**
   * The inbox over all seats, entry by entry, live, by one connection. Taking the next entry acknowledges the one
   * before, so each is delivered at least once. The iteration survives outages, and ends when the signal aborts.
   */
  follow(follow: FollowMe): AsyncGenerator<OwnInboxItem, void, undefined>;
}

export const meOn = (connection: Connection): MeClient => ({
  read: (options = {}) => callEndpoint(connection, endpoints.getMe, options) as ReturnType<MeClient['read']>,
  sessions: (query = {}) =>
    callEndpoint(connection, endpoints.listMySessions, { query }) as ReturnType<MeClient['sessions']>,
  inbox: (query = {}, options = {}) =>
    callEndpoint(connection, endpoints.readMyInbox, { query, ...options }) as ReturnType<MeClient['inbox']>,
  recover: (sessionId) =>
    callEndpoint(connection, endpoints.recoverAgent, { params: { sessionId }, body: {} }) as ReturnType<
      MeClient['recover']
    >,
  follow: ({ tokenOf, ...follow }) =>
    followItems(connection, {
      ...follow,
      read: (request) => callEndpoint(connection, endpoints.readMyInbox, request),
      seatOf: async ({ sessionId }) => ({ sessionId, token: await tokenOf(sessionId) }),
    }),
});
