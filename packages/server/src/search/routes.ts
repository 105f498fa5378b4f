import type { Endpoints } from '@pairspace/protocol';
import type { Bind } from '../http/dispatch/call.ts';
import type { SearchFound, SearchQuery } from '../storage/full-text.ts';
import type { Queries, Storage } from '../storage/storage.ts';
import { followLogs } from './follow-log.ts';
import { ownSessions, publicSessions, searchSessions } from './search-sessions.ts';

/** How long a request waits until the index has everything that was written before it (SRCH-8). */
const followMs = 1000;

interface SearchRoutes {
  bind: Bind;
  endpoints: Endpoints;
  storage: Storage;
  read: Queries;
  find: (query: SearchQuery) => Promise<SearchFound>;
}

export const bindSearch = ({ bind, endpoints, storage, read, find }: SearchRoutes): void => {
  const parts = { db: read, find };
  const follow = (sessionId?: string) => followLogs({ storage, read }, sessionId, performance.now() + followMs);
  bind(endpoints.searchSession, async ({ params: { sessionId }, session, query }) => {
    await follow(sessionId);
    const queued = await read.get<{ seq: number }>`select seq from unindexed where session_id = ${sessionId}`;
    // The dispatcher checks the access of a stranger again when the answer is made, so no session is left out here.
    const readable = (ids: readonly string[]) => Promise.resolve(new Set(ids));
    const page = await searchSessions(parts, query, { list: 'session-search', sessions: [sessionId], readable });
    return { ...page, indexedSeq: queued?.seq ?? session?.lastSeq ?? 0 };
  });
  bind(endpoints.search, async ({ query }) => {
    await follow();
    const scope = { list: 'search', sessions: null, readable: publicSessions(read) } as const;
    return { ...(await searchSessions(parts, query, scope)), indexedSeq: null };
  });
  bind(endpoints.searchMySessions, async ({ caller, query }) => {
    await follow();
    const { ids, partial } = await ownSessions(read, caller);
    const readable = async () => new Set((await ownSessions(read, caller)).ids);
    const page = await searchSessions(parts, query, { list: 'own-search', sessions: ids, readable });
    return { ...page, partial: page.partial || partial, indexedSeq: null };
  });
};
