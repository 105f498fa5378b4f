import { type Endpoints, invalid, type QueryOf, type SearchHit } from '@pairspace/protocol';
import type { AgentKeyCaller } from '../access/caller.ts';
import { decodeCursor, encodeCursor } from '../lib/cursor.ts';
import type { Entry } from '../events/index-entry.ts';
import { isoTime } from '../lib/clock.ts';
import { Turns } from '../lib/turns.ts';
import {
  type SearchFound,
  type SearchPlace,
  type SearchQuery,
  scopes,
  type Term,
  timePlace,
} from '../storage/full-text.ts';
import { type Sql, sql, statement } from '../storage/sql.ts';
import type { Queries } from '../storage/storage.ts';
import { loadEntry } from './load-entry.ts';
import { parseQuery } from './parse-query.ts';
import { makeSnippet } from './snippet.ts';

type Query = QueryOf<Endpoints['search']>;

interface SearchParts {
  db: Queries;
  find: (query: SearchQuery) => Promise<SearchFound>;
}

/** The sessions that one search covers. */
export interface SearchScope {
  /** The list that the cursors belong to (API-18). */
  list: 'search' | 'session-search' | 'own-search';
  /** Null for every public session. */
  sessions: readonly string[] | null;
  /** The condition on a `session` by which the caller may still read it. */
  isReadable: Sql;
}

interface Page {
  items: SearchHit[];
  nextCursor: string | null;
  partial: boolean;
  warnings?: string[];
}

const nothing: SearchFound = { hits: [], partial: false };

/**
 * The entries that match a query: first the entries with a term in title or path, then the others, each newest first
 * (SRCH-6). Entries that have turned private or were deleted since the search are left out, and no cursor names them (SRCH-10).
 */
export const searchSessions = async ({ db, find }: SearchParts, query: Query, scope: SearchScope): Promise<Page> => {
  const { terms, warnings } = parseQuery(query.q);
  const isNowhere = scope.sessions?.length === 0;
  const { hits, partial } = isNowhere ? nothing : await find(storeQuery(query, terms, scope));
  const kept = await readHits(db, hits.slice(0, query.limit), terms, scope.isReadable);
  const last = hits.length > query.limit ? kept.at(-1) : undefined;
  return {
    items: kept.map(({ item }) => item),
    nextCursor: last ? cursorOf(last.hit, scope) : null,
    partial,
    ...(warnings.length > 0 && { warnings }),
  };
};

const storeQuery = (query: Query, terms: readonly Term[], scope: SearchScope): SearchQuery => ({
  sessions: scope.sessions,
  terms,
  scope: [
    ...(query.kind === undefined ? [] : [scopes.kind(query.kind)]),
    ...(query.author === undefined ? [] : [scopes.author(query.author)]),
  ],
  from: query.since === undefined ? 0 : timePlace(Date.parse(query.since)),
  to: query.before === undefined ? Number.MAX_SAFE_INTEGER : timePlace(Date.parse(query.before)),
  after: placeIn(query.cursor, scope),
  limit: query.limit + 1,
});

const cursorOf = ({ titled, place, sessionId, id }: SearchPlace, scope: SearchScope): string =>
  encodeCursor(scope.list, titled ? 1 : 0, place, sessionId, id);

const placeIn = (cursor: string | undefined, scope: SearchScope): SearchPlace | null => {
  if (cursor === undefined) return null;
  const [titled, place, sessionId, id] = decodeCursor(scope.list, cursor) ?? [];
  if ((titled !== 0 && titled !== 1) || !Number.isSafeInteger(place) || !isText(sessionId) || !isText(id)) {
    throw invalid('query.cursor', 'must be the nextCursor of the previous page of this list');
  }
  return { titled: titled === 1, place: place as number, sessionId, id };
};

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0');

/** The number of entries that are read at once: each may be large. */
const readAtOnce = 10;

/**
 * The entries as they are now, without those that are gone. The access to their sessions is checked after they are read,
 * so that a session that has turned private meanwhile has no hits.
 */
const readHits = async (db: Queries, hits: SearchFound['hits'], terms: readonly Term[], isReadable: Sql) => {
  const turns = new Turns();
  const read: { hit: SearchPlace; item: Omit<SearchHit, 'sessionName'> }[] = [];
  for (let at = 0; at < hits.length; at += readAtOnce) {
    await turns.take();
    const some = hits.slice(at, at + readAtOnce);
    const entries = await Promise.all(some.map(({ sessionId, id }) => loadEntry({ db, sessionId }, id)));
    for (const [index, hit] of some.entries()) {
      const entry = entries[index];
      if (entry) read.push({ hit, item: await presentEntry(hit.sessionId, entry, terms) });
    }
  }
  const names = new Map<string, string>();
  for (const sessionId of new Set(read.map(({ hit }) => hit.sessionId))) {
    const isThere = sql`id = ${sessionId} and ${isReadable}`;
    const row = await db.get<{ name: string }>(...statement(sql`select name from session where ${isThere}`));
    if (row) names.set(sessionId, row.name);
  }
  return read.flatMap(({ hit, item }) => {
    const sessionName = names.get(hit.sessionId);
    return sessionName === undefined ? [] : [{ hit, item: { ...item, sessionName } }];
  });
};

const presentEntry = async (
  sessionId: string,
  { kind, id, seq, title, text, author, at }: Entry,
  terms: readonly Term[],
): Promise<Omit<SearchHit, 'sessionName'>> => {
  const snippet = await makeSnippet(text, terms);
  return { sessionId, kind, id, seq, title, snippet, author, at: isoTime(at) };
};

/** The greatest number of own sessions that one search covers. */
const mostSeats = 5000;

/** The newest sessions in which the agent of a key has a seat; `partial` when there are more. */
export const ownSessions = async (
  db: Queries,
  { keyLine }: Pick<AgentKeyCaller, 'keyLine'>,
): Promise<{ ids: string[]; partial: boolean }> => {
  const rows = await db.all<{ id: string }>`
    select session_id as id from seat where key_line = ${keyLine} order by session_id desc limit 0 + ${mostSeats + 1}
  `;
  return { ids: rows.slice(0, mostSeats).map(({ id }) => id), partial: rows.length > mostSeats };
};
