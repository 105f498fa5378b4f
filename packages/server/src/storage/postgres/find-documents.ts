import type { SqlValue } from '../storage.ts';
import {
  compareOrdered,
  type FoundDocument,
  type SearchFound,
  type SearchLexeme,
  type SearchQuery,
} from '../search-store.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { failureOf } from './failure.ts';

/** Documents that are looked at one by one, newest first, before the index of lexemes is asked: a frequent word is found there at once. */
const newest = 2000;

interface Row {
  session_id: string;
  kind: string;
  ref: string;
  seq: number;
  place: number;
}

/** Finds documents in the tables of an index; it answers what was found when the time is over. */
export class PostgresFinder implements AsyncDisposable {
  readonly #options: ConnectionOptions;
  #connection: Promise<Connection> | undefined;

  constructor(url: string, statementTimeoutMs: number) {
    this.#options = { url, name: 'pairspace-find', statementTimeoutMs, readOnly: true };
  }

  async find(query: SearchQuery): Promise<SearchFound> {
    const { sessions, after, limit, budgetMs } = query;
    const connection = await this.#connect();
    const scopes = sessions ? await numbersOf(connection, sessions) : [publicScope];
    const deadline = performance.now() + budgetMs;
    const hits: FoundDocument[] = [];
    for (const titled of after && !after.titled ? [false] : [true, false]) {
      const found: FoundDocument[] = [];
      for (const scope of scopes) {
        const part = await findIn(connection, query, { scope, titled, limit: limit - hits.length });
        found.push(...part.hits);
        if (part.partial || performance.now() > deadline)
          return { hits: [...hits, ...found.sort(compareOrdered)].slice(0, limit), partial: true };
      }
      hits.push(...found.sort(compareOrdered).slice(0, limit - hits.length));
      if (hits.length >= limit) break;
    }
    return { hits, partial: false };
  }

  #connect(): Promise<Connection> {
    const opening = (this.#connection ??= Connection.open(this.#options, () => {
      this.#connection = undefined;
    }));
    opening.catch(() => {
      if (this.#connection === opening) this.#connection = undefined;
    });
    return opening;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#connection?.catch(() => undefined))?.close();
  }
}

interface Scope {
  /** The beginning of the lexemes of its documents. */
  prefix: string;
  /** Null for public documents. */
  sessionId: string | null;
}

const publicScope: Scope = { prefix: '', sessionId: null };

const numbersOf = async (connection: Connection, sessions: readonly string[]): Promise<Scope[]> => {
  const { rows } = await connection.query(
    { text: 'select session_id, no from search_session where session_id = any($1::text[])' },
    [`{${sessions.map((id) => `"${id}"`).join(',')}}`],
  );
  return (rows as { session_id: string; no: number }[]).map(({ session_id, no }) => ({
    prefix: String(no),
    sessionId: session_id,
  }));
};

interface Part {
  scope: Scope;
  titled: boolean;
  limit: number;
}

/** First among the newest documents, then by the index of lexemes. */
const findIn = async (connection: Connection, query: SearchQuery, part: Part): Promise<SearchFound> => {
  const quick = titledOnlyByLexeme(part) ? [] : await run(connection, among('newest', query, part), part.titled);
  if (quick.length >= part.limit) return { hits: quick, partial: false };
  try {
    return { hits: await run(connection, among('all', query, part), part.titled), partial: false };
  } catch (error) {
    if (failureOf(error) !== 'busy') throw error;
    return { hits: quick, partial: true };
  }
};

/** Titles are few. */
const titledOnlyByLexeme = ({ titled }: Part): boolean => titled;

const run = async (
  connection: Connection,
  { text, values }: { text: string; values: SqlValue[] },
  titled: boolean,
): Promise<FoundDocument[]> => {
  const { rows } = await connection.query({ text }, values);
  return (rows as Row[]).map(({ session_id: sessionId, place: order, ...row }) => ({
    ...row,
    sessionId,
    order,
    titled,
  }));
};

const among = (
  which: 'newest' | 'all',
  query: SearchQuery,
  { scope, titled, limit }: Part,
): { text: string; values: SqlValue[] } => {
  const values: SqlValue[] = [];
  const bind = (value: SqlValue): string => `$${String(values.push(value))}`;
  const reach = [
    scope.sessionId === null ? 'is_public = 1' : `session_id = ${bind(scope.sessionId)}`,
    `place >= ${bind(query.from)}::bigint and place < ${bind(query.to)}::bigint`,
  ];
  const { after } = query;
  if (after?.titled === titled) {
    const { order, sessionId, ref } = after;
    reach.push(`(place, session_id, ref) < (${bind(order)}::bigint, ${bind(sessionId)}, ${bind(ref)})`);
  }
  const contains = (column: string, part: string): string => `strpos(${column}, ${bind(part)}) > 0`;
  const inTitle = `(${query.titles.map((part) => contains('title', part)).join(' or ')})`;
  const matches = [
    `lexemes @@ ${bind(expression(query, scope.prefix, titled))}::tsquery`,
    titled ? inTitle : `not ${inTitle}`,
    ...query.phrases.map((part) => contains('words', part)),
    ...query.notPhrases.map((part) => `not ${contains('words', part)}`),
  ];
  const columns = 'session_id, kind, ref, seq, place';
  const order = 'order by place desc, session_id desc, ref desc';
  const text =
    which === 'newest'
      ? `select ${columns} from (
          select * from search_document where ${reach.join(' and ')} ${order} limit ${String(newest)}
        ) newest where ${matches.join(' and ')} ${order} limit ${bind(limit)}`
      : `with hit as materialized (
          select ${columns} from search_document where ${[...reach, ...matches].join(' and ')}
        ) select ${columns} from hit ${order} limit ${bind(limit)}`;
  return { text, values };
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
