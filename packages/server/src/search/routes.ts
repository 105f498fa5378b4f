import type { Endpoints } from '@pairspace/protocol';
import type { Bind } from '../http/dispatch/call.ts';
import type { Queries } from '../storage/storage.ts';
import type { SearchIndex } from './search-index.ts';
import { searchSessions } from './search-sessions.ts';

/** How long a request waits until what was written before it is in the index (SRCH-8). */
const indexWaitMs = 1000;

interface SearchRoutes {
  bind: Bind;
  endpoints: Endpoints;
  read: Queries;
  index: SearchIndex;
}

export const bindSearch = ({ bind, endpoints, read, index }: SearchRoutes): void => {
  const parts = { db: read, find: index.find.bind(index) };
  bind(endpoints.searchSession, async ({ params: { sessionId }, session, query }) => {
    const indexedSeq = await index.followed(sessionId, session?.lastSeq ?? 0, indexWaitMs);
    const page = await searchSessions(parts, query, { sessions: [sessionId] });
    return { ...page, indexedSeq };
  });
  bind(endpoints.search, async ({ query }) => {
    await index.caughtUp(indexWaitMs);
    return { ...(await searchSessions(parts, query, { sessions: null })), indexedSeq: null };
  });
};
