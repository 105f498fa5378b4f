import type { Endpoints } from '@pairspace/protocol';
import type { Bind } from '../http/dispatch/call.ts';
import type { SearchQuery } from '../storage/search-store.ts';
import type { Queries } from '../storage/storage.ts';
import type { SearchIndex } from './search-index.ts';
import { ownSessions, publicSessions, searchSessions } from './search-sessions.ts';

/** How long a request waits until the index has everything that was written before it (SRCH-8). */
const indexWaitMs = 1000;

interface SearchRoutes {
  bind: Bind;
  endpoints: Endpoints;
  read: Queries;
  index: SearchIndex;
}

export const bindSearch = ({ bind, endpoints, read, index }: SearchRoutes): void => {
  const partsFor = (address: string) => ({ db: read, find: (query: SearchQuery) => index.find(query, address) });
  bind(endpoints.searchSession, async ({ params: { sessionId }, session, query, clientAddress }) => {
    const indexedSeq = await index.followed(sessionId, session?.lastSeq ?? 0, indexWaitMs);
    // The dispatcher checks the access of a stranger again when the answer is made, so no session is left out here.
    const readable = (ids: readonly string[]) => Promise.resolve(new Set(ids));
    const page = await searchSessions(partsFor(clientAddress), query, {
      list: 'session-search',
      sessions: [sessionId],
      readable,
    });
    return { ...page, indexedSeq };
  });
  bind(endpoints.search, async ({ query, clientAddress }) => {
    await index.caughtUp(indexWaitMs);
    const scope = { list: 'search', sessions: null, readable: publicSessions(read) } as const;
    return { ...(await searchSessions(partsFor(clientAddress), query, scope)), indexedSeq: null };
  });
  bind(endpoints.searchMySessions, async ({ caller, query, clientAddress }) => {
    await index.caughtUp(indexWaitMs);
    const { ids, partial } = await ownSessions(read, caller);
    const readable = async () => new Set((await ownSessions(read, caller)).ids);
    const page = await searchSessions(partsFor(clientAddress), query, { list: 'own-search', sessions: ids, readable });
    return { ...page, partial: page.partial || partial, indexedSeq: null };
  });
};
