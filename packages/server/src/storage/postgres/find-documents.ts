import type { Pool } from 'pg';
import type { SqlValue } from '../storage.ts';
import type { FoundDocument, SearchFound, SearchLexeme, SearchQuery } from '../search-store.ts';
import { openPool, type Send, sendOn, withConnection } from './connection.ts';
import { failureOf } from './failure.ts';

/**
 * The number of newest documents that are searched one by one, before the index of lexemes is used. A frequent word is
 * found among them at once.
 */
const newest = 2000;
/** The limit of this number for all sessions of a search together. */
const newestOfAll = 10_000;

interface Row {
  session_id: string;
  kind: string;
  ref: string;
  seq: number;
  place: number;
  /** True for the row after which hits may be missing; it is no hit itself. */
  ends: boolean;
}

/** Finds documents in the tables of the search index. When the time is over, it returns the hits found so far. */
export class PostgresFinder implements AsyncDisposable {
  readonly #pool: Pool;

  constructor(url: string, statementTimeoutMs: number) {
    this.#pool = openPool({ url, name: 'pairspace-find', statementTimeoutMs, isReadOnly: true }, 1);
  }

  find(query: SearchQuery): Promise<SearchFound> {
    return withConnection(this.#pool, (client) => this.#find(sendOn(client), query));
  }

  async #find(send: Send, query: SearchQuery): Promise<SearchFound> {
    const { sessions, after, limit, budgetMs } = query;
    const scopes = sessions ? await scopesOf(send, sessions) : [publicScope];
    if (scopes.length === 0) return { hits: [], partial: false };
    const deadline = performance.now() + budgetMs;
    const hits: FoundDocument[] = [];
    for (const titled of after && !after.titled ? [false] : [true, false]) {
      const part = await findIn(send, query, { scopes, titled, limit: limit - hits.length });
      hits.push(...part.hits);
      if (part.partial || performance.now() > deadline) return { hits, partial: true };
      if (hits.length >= limit) break;
    }
    return { hits, partial: false };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#pool.end();
  }
}

interface Scope {
  /** The prefix of the lexemes of the scope's documents. */
  prefix: string;
  /** Null for public documents. */
  sessionId: string | null;
}

const publicScope: Scope = { prefix: '', sessionId: null };

const scopesOf = async (send: Send, sessions: readonly string[]): Promise<Scope[]> => {
  const { rows } = await send(
    { text: 'select session_id, no from search_session where session_id = any($1::text[])' },
    [arrayOf(sessions)],
  );
  return (rows as { session_id: string; no: number }[]).map(({ session_id, no }) => ({
    prefix: String(no),
    sessionId: session_id,
  }));
};

/** An array of texts in the notation of the database. */
const arrayOf = (texts: readonly (string | null)[]): string =>
  `{${texts.map((text) => (text === null ? 'null' : `"${text.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;

interface Part {
  scopes: readonly Scope[];
  titled: boolean;
  limit: number;
}

/** Finds all hits, or only the hits among the newest documents when the search takes too long. */
const findIn = async (send: Send, query: SearchQuery, part: Part): Promise<SearchFound> => {
  const run = (select: typeof selectOfAll): Promise<Row[] | undefined> => rowsOf(send, select(query, part));
  // Documents with a term in the title are few, so this step saves nothing for them.
  const newest = part.titled ? undefined : await run(selectOfNewest);
  if (newest?.every(({ ends }) => !ends)) return { hits: hitsOf(newest, part), partial: false };
  const all = await run(selectOfAll);
  if (all) return { hits: hitsOf(all, part), partial: false };
  return { hits: hitsOf(newest ?? (await run(selectOfNewest)) ?? [], part), partial: true };
};

/** Returns undefined when the statement takes too long. */
const rowsOf = async (send: Send, { text, values }: Select): Promise<Row[] | undefined> => {
  try {
    return (await send({ text }, values)).rows as Row[];
  } catch (error) {
    if (failureOf(error) !== 'busy') throw error;
    return undefined;
  }
};

const hitsOf = (rows: readonly Row[], { titled }: Part): FoundDocument[] =>
  rows
    .filter(({ ends }) => !ends)
    .map(({ session_id: sessionId, kind, ref, seq, place: order }) => ({ sessionId, kind, ref, seq, order, titled }));

interface Select {
  text: string;
  values: SqlValue[];
}

const columns = 'session_id, kind, ref, seq, place';
const order = 'order by place desc, session_id desc, ref desc';

/**
 * Selects the hits among the newest documents of each scope. If a scope has more documents, the oldest of the newest
 * ones is added as a row with `ends`: after it, hits of this scope may be missing.
 */
const selectOfNewest = (query: SearchQuery, part: Part): Select => {
  const { scopes } = part;
  const depth = String(Math.ceil(Math.min(newest, newestOfAll / scopes.length)));
  return selectOf(query, part, ({ range, matches }) => {
    const reach = [query.sessions === null ? 'is_public = 1' : 'session_id = scope.id', ...range];
    return `
      with newest as materialized (select * from search_document where ${reach.join(' and ')} ${order} limit ${depth})
      (select ${columns}, false as ends from newest where ${matches.join(' and ')} ${order} limit $3)
      union all
      (select ${columns}, true as ends from newest ${order} offset ${depth} - 1)
    `;
  });
};

/**
 * Selects all hits. The lexemes of a session begin with the number of the session, so no other condition is needed.
 * `offset 0` keeps the database from reading all documents in their order, as it would if it saw that the order is
 * wanted.
 */
const selectOfAll = (query: SearchQuery, part: Part): Select =>
  selectOf(query, part, ({ range, matches }) => {
    const isPublic = query.sessions === null ? ['is_public = 1'] : [];
    return `
      select * from (
        select ${columns}, false as ends from search_document
        where ${[...isPublic, ...range, ...matches].join(' and ')} offset 0
      ) matching ${order} limit $3
    `;
  });

/** Selects the first rows of the results of all scopes together. */
const selectOf = (
  query: SearchQuery,
  { scopes, titled, limit }: Part,
  selectIn: (conditions: { range: string[]; matches: string[] }) => string,
): Select => {
  const values: SqlValue[] = [
    arrayOf(scopes.map(({ sessionId }) => sessionId)),
    arrayOf(scopes.map(({ prefix }) => expression(query, prefix, titled))),
    limit,
  ];
  const bind = (value: SqlValue): string => `$${String(values.push(value))}`;
  const found = selectIn({ range: rangeOf(query, titled, bind), matches: matchesOf(query, titled, bind) });
  const text = `
    select found.* from (
      select id, lexemes::tsquery from unnest($1::text[], $2::text[]) as scope (id, lexemes) offset 0
    ) scope cross join lateral (${found}) found ${order}, ends limit $3
  `;
  return { text, values };
};

type Bind = (value: SqlValue) => string;

const rangeOf = ({ from, to, after }: SearchQuery, titled: boolean, bind: Bind): string[] => [
  `place >= ${bind(from)}::bigint and place < ${bind(to)}::bigint`,
  ...(after?.titled === titled
    ? [`(place, session_id, ref) < (${bind(after.order)}::bigint, ${bind(after.sessionId)}, ${bind(after.ref)})`]
    : []),
];

const matchesOf = ({ titles, phrases, notPhrases }: SearchQuery, titled: boolean, bind: Bind): string[] => {
  const contains = (column: string, part: string): string => `strpos(${column}, ${bind(part)}) > 0`;
  const inTitle = `(${titles.map((part) => contains('title', part)).join(' or ')})`;
  return [
    'lexemes @@ scope.lexemes',
    titled ? inTitle : `not ${inTitle}`,
    ...phrases.map((part) => contains('words', part)),
    ...notPhrases.map((part) => `not ${contains('words', part)}`),
  ];
};

const expression = ({ all, none, titleLexemes }: SearchQuery, scope: string, titled: boolean): string => {
  const term = ({ text, prefix }: SearchLexeme): string => `'${scope}:${text}'${prefix ? ':*' : ''}`;
  const anyTitle = titleLexemes.map((lexemes) => `(${lexemes.map(term).join(' & ')})`);
  return [
    ...all.map(term),
    ...(titled ? [`(${anyTitle.join(' | ')})`] : []),
    ...none.map((lexeme) => `!${term(lexeme)}`),
  ].join(' & ');
};
