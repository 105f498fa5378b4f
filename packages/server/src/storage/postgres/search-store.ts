import type { Pool, PoolClient, QueryResult } from 'pg';
import type { SqlValue } from '../storage.ts';
import {
  type FollowedSession,
  type LexemesOf,
  type SearchChange,
  type SearchDocument,
  searchLayout,
  type SearchSource,
  type SearchStore,
} from '../search-store.ts';
import { type ConnectionOptions, openPool, queriesOf, queriesOn, type Send, sendOn, take } from './connection.ts';
import { ConnectionLost } from './failure.ts';
import { prepare, type Statement } from './statement.ts';

const statementTimeoutMs = 30_000;
const statementRows = 100;
/** "psearch" in ASCII. */
const layoutLock = 0x70736561726368n;

/**
 * Each lexeme is stored with the number of its session as a prefix. The lexemes of a public document are also stored
 * with an empty prefix.
 */
const layout = `
  create table search_session (
    session_id text collate "C" primary key,
    no bigint generated always as identity,
    seq bigint not null,
    hash text not null,
    is_public bigint not null
  );
  create table search_document (
    session_id text collate "C" not null,
    kind text collate "C" not null,
    ref text collate "C" not null,
    seq bigint not null,
    place bigint not null,
    is_public bigint not null,
    author text not null,
    title text not null,
    words text not null,
    lexemes tsvector not null,
    primary key (session_id, kind, ref)
  );
  create index search_document_by_place on search_document (session_id, place, ref);
  create index search_document_of_public on search_document (place, session_id, ref) where is_public = 1;
  create index search_document_by_lexeme on search_document using gin (lexemes) with (gin_pending_list_limit = 1024);
`;

/**
 * Creates the tables, or recreates them if they have another layout. If several processes start together, only one does
 * so.
 */
const makeSearchTables = async (send: Send): Promise<void> => {
  const execute = (text: string): Promise<QueryResult> => send({ text }, []);
  await execute(`
    begin;
    select pg_advisory_xact_lock(${String(layoutLock)});
    create table if not exists search_layout (id bigint primary key, version bigint not null)
  `);
  const known = await execute('select version from search_layout');
  if ((known.rows[0] as { version: number } | undefined)?.version !== searchLayout) {
    await execute(`
      drop table if exists search_session; drop table if exists search_document; ${layout}
      insert into search_layout (id, version) values (1, ${String(searchLayout)})
      on conflict (id) do update set version = excluded.version
    `);
  }
  await execute('commit');
};

const optionsOf = (url: string): ConnectionOptions => ({
  url,
  name: 'pairspace-search',
  statementTimeoutMs,
  idleTransactionMs: statementTimeoutMs,
});

const prepareIndex = async (send: Send): Promise<void> => {
  await makeSearchTables(send);
  // A loss of power may undo the last commits. They hold the positions too, so the index follows the same events again.
  await send({ text: 'set synchronous_commit to off' }, []);
};

/**
 * Makes a function that runs work in a transaction. Work inside an open transaction becomes a part of that transaction,
 * and never moves to a newer connection.
 */
const transactionsOn = (pool: Pool) => {
  let held: Promise<PoolClient> | undefined;
  return async <T>(work: (send: Send) => Promise<T>): Promise<T> => {
    if (held) return work(sendOn(await held));
    held = take(pool);
    try {
      const client = await held;
      const send = sendOn(client);
      let failure: unknown;
      try {
        await send({ text: 'begin' }, []);
        const result = await work(send);
        await send({ text: 'commit' }, []);
        return result;
      } catch (error) {
        failure = error;
        await send({ text: 'rollback' }, []).catch(() => undefined);
        throw error;
      } finally {
        client.release(failure instanceof ConnectionLost);
      }
    } finally {
      held = undefined;
    }
  };
};

/** Opens the index in tables of the database. */
export const openPostgresSearch = (url: string, lexemesOf: LexemesOf): SearchStore => {
  // A list is read while a transaction is open.
  const pool = openPool({ ...optionsOf(url), onOpen: prepareIndex }, 2);
  const inTransaction = transactionsOn(pool);
  return {
    follow: (sessionId, work) =>
      inTransaction(async (send) => {
        const db = queriesOf(send);
        const [held, row] = await Promise.all([
          db.get<{ held: number }>`
            select pg_try_advisory_xact_lock(hashtextextended(${`search ${sessionId}`}, 0)) as held
          `,
          db.get<SessionRow>`select no, seq, hash, is_public from search_session where session_id = ${sessionId}`,
        ]);
        return held?.held === 1 ? work(new PostgresSession({ send, lexemesOf, sessionId }, row)) : undefined;
      }),
    together: inTransaction,
    async list(after, limit) {
      const rows = await queriesOn(pool).all<{ id: string; seq: number; is_public: number }>`
        select session_id as id, seq, is_public from search_session where session_id > ${after}
        order by session_id limit ${limit}
      `;
      return rows.map(({ is_public, ...rest }) => ({ ...rest, isPublic: is_public === 1 }));
    },
    // The database vacuums by itself.
    settle: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => pool.end(),
  };
};

/** Opens the database of the service for reading only. */
export const openPostgresSource = (url: string): SearchSource => {
  const pool = openPool(optionsOf(url), 1);
  return { db: queriesOn(pool), [Symbol.asyncDispose]: () => pool.end() };
};

interface SessionRow {
  no: number;
  seq: number;
  hash: string;
  is_public: number;
}

interface SessionParts {
  send: Send;
  lexemesOf: LexemesOf;
  sessionId: string;
}

interface DocRow {
  kind: string;
  ref: string;
  author: string;
  title: string;
  words: string;
}

/** A session of the index. It works in the transaction that has locked the session. */
class PostgresSession implements FollowedSession {
  readonly #parts: SessionParts;
  #no: number | undefined;
  position: FollowedSession['position'];

  constructor(parts: SessionParts, row: SessionRow | undefined) {
    this.#parts = parts;
    this.#no = row?.no;
    this.position = row && { seq: row.seq, hash: row.hash, isPublic: row.is_public === 1 };
  }

  async apply({ position, put, removed }: SearchChange): Promise<void> {
    const { seq, hash, isPublic } = position;
    const { rows } = await this.#send(saveSession, [this.#parts.sessionId, seq, hash, isPublic ? 1 : 0]);
    this.#no = (rows[0] as { no: number }).no;
    const removals = removed.map(({ kind, ref }) => this.#send(removeDocument, [this.#parts.sessionId, kind, ref]));
    await Promise.all([...removals, ...put.map((document) => this.#insert(document, isPublic))]);
    this.position = position;
  }

  async forget(): Promise<boolean> {
    const { rowCount } = await this.#send(removeSome, [this.#parts.sessionId, statementRows]);
    if ((rowCount ?? 0) > 0) return true;
    await this.#send(removeSession, [this.#parts.sessionId]);
    this.position = undefined;
    return false;
  }

  async publish(isPublic: boolean): Promise<boolean> {
    const { sessionId } = this.#parts;
    const after = isPublic ? 1 : 0;
    const { rows } = await this.#send(listReach, [sessionId, 1 - after, statementRows]);
    await Promise.all(
      (rows as DocRow[]).map((row) =>
        this.#send(publishDocument, [sessionId, row.kind, row.ref, after, this.#lexemesOf(row, isPublic)]),
      ),
    );
    if (rows.length > 0) return true;
    await this.#send(publishSession, [sessionId, after]);
    return false;
  }

  async #insert(document: SearchDocument, isPublic: boolean): Promise<void> {
    const { kind, ref, seq, order, author, title, words } = document;
    const lexemes = this.#lexemesOf(document, isPublic);
    const values = [this.#parts.sessionId, kind, ref, seq, order, isPublic ? 1 : 0, author, title, words, lexemes];
    await this.#send(saveDocument, values);
  }

  /** An array in the notation of the database. */
  #lexemesOf(document: DocRow, isPublic: boolean): string {
    const lexemes = this.#parts.lexemesOf(document);
    const scopes = isPublic ? [String(this.#no), ''] : [String(this.#no)];
    return `{${scopes.flatMap((scope) => lexemes.map((lexeme) => `"${scope}:${lexeme}"`)).join(',')}}`;
  }

  #send(statement: Statement, values: SqlValue[]): Promise<QueryResult> {
    return this.#parts.send(statement, values);
  }
}

const saveSession = prepare(`
  insert into search_session (session_id, seq, hash, is_public) values ($1, $2, $3, $4)
  on conflict (session_id) do update set seq = excluded.seq, hash = excluded.hash returning no
`);
const removeSession = prepare('delete from search_session where session_id = $1');
const publishSession = prepare('update search_session set is_public = $2 where session_id = $1');
const removeDocument = prepare('delete from search_document where session_id = $1 and kind = $2 and ref = $3');
const removeSome = prepare(`
  delete from search_document where session_id = $1 and (kind, ref) in (
    select kind, ref from search_document where session_id = $1 limit $2
  )
`);
const listReach = prepare(`
  select kind, ref, author, title, words from search_document where session_id = $1 and is_public = $2 limit $3
`);
const publishDocument = prepare(`
  update search_document set is_public = $4, lexemes = array_to_tsvector($5::text[])
  where session_id = $1 and kind = $2 and ref = $3
`);
const saveDocument = prepare(`
  insert into search_document (session_id, kind, ref, seq, place, is_public, author, title, words, lexemes)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, array_to_tsvector($10::text[]))
  on conflict (session_id, kind, ref) do update set seq = excluded.seq, place = excluded.place,
    is_public = excluded.is_public, author = excluded.author, title = excluded.title, words = excluded.words,
    lexemes = excluded.lexemes
`);
