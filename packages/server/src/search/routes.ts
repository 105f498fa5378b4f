import type { Endpoints } from '@pairspace/protocol';
import type { Bind } from '../http/dispatch/call.ts';
import type { SearchFound, SearchQuery } from '../storage/full-text.ts';
import { sql } from '../storage/sql.ts';
import type { Queries, Storage } from '../storage/storage.ts';
import { followLogs } from './follow-log.ts';
import { ownSessions, searchSessions } from './search-sessions.ts';

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
    // The dispatcher checks the access of a stranger again when the answer is made.
    const scope = { list: 'session-search', sessions: [sessionId], isReadable: sql`1 = 1` } as const;
    const page = await searchSessions(parts, query, scope);
    return { ...page, indexedSeq: queued?.seq ?? session?.lastSeq ?? 0 };
  });
  bind(endpoints.search, async ({ query }) => {
    await follow();
    const scope = { list: 'search', sessions: null, isReadable: sql`visibility = 'public'` } as const;
    return { ...(await searchSessions(parts, query, scope)), indexedSeq: null };
  });
  bind(endpoints.searchMySessions, async ({ caller, query }) => {
    await follow();
    const { ids, partial } = await ownSessions(read, caller);
    const isReadable = sql`exists (select 1 from seat where session_id = session.id and key_line = ${caller.keyLine})`;
    const page = await searchSessions(parts, query, { list: 'own-search', sessions: ids, isReadable });
    return { ...page, partial: page.partial || partial, indexedSeq: null };
  });
};
