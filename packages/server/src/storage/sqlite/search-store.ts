import { rmSync } from 'node:fs';
import { DatabaseSync, type SQLTagStore } from 'node:sqlite';
import {
  type FollowedSession,
  type LexemesOf,
  type SearchChange,
  type SearchDocument,
  searchLayout,
  type SearchPosition,
  type SearchSource,
  type SearchStore,
} from '../search-store.ts';
import { numberOf, prepareToShrink } from './compactor.ts';
import { queriesOn } from './queries.ts';

/**
 * How long to wait for a lock, in milliseconds. The index has a single writer, and a reader locks it for no longer than
 * a statement.
 */
const timeout = 5000;
const statementRows = 100;
/** The scope of the lexemes of public documents. */
const publicScope = '';
/** Pages that are given back to the disk after each round. */
const shrinkPages = 512;
/** The characters of words that a transaction holds before it writes their lexemes. */
const heldUnits = 4 * 1024 * 1024;

/**
 * In the text of `lexeme`, every character except a space belongs to a word, and only ASCII letters lose their case, so
 * the words stay as they were made. `place` is the rowid of `doc` and of `lexeme`: the order of a document, or the next
 * number that is free. `spread` has the greatest difference between place and order.
 */
const layout = `
  create table followed (
    no integer primary key,
    id text not null unique,
    seq integer not null,
    hash text not null,
    is_public integer not null
  );
  create table doc (
    place integer primary key,
    ordinal integer not null,
    session_no integer not null,
    kind text not null,
    ref text not null,
    seq integer not null,
    is_public integer not null,
    author text not null,
    title text not null,
    words text not null
  );
  create table spread (id integer primary key, most integer not null);
  insert into spread (id, most) values (1, 0);
  create unique index doc_by_ref on doc (session_no, kind, ref);
  create index doc_by_reach on doc (session_no, is_public);
  create virtual table lexeme using fts5 (
    body, content = '', detail = none, columnsize = 0, tokenize = "ascii tokenchars ':|'"
  );
  insert into lexeme (lexeme, rank) values ('secure-delete', 1);
  pragma user_version = ${String(searchLayout)};
`;

/** Removes the files of the index. Nobody may have the index open. */
export const removeSqliteSearch = (file: string): void => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
};

const open = (file: string): DatabaseSync => {
  const db = new DatabaseSync(file, { timeout });
  try {
    prepareToShrink(db);
    // A loss of power may undo the last commits. They hold the positions too, so the index follows the same events
    // again.
    db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma secure_delete = on');
    // The pages of a thousand sessions fit into the cache. A page that several commits change is moved into the database
    // once, which saves a tenth of the processor time of a document.
    db.exec('pragma cache_size = -8192; pragma wal_autocheckpoint = 4000');
    if (numberOf(db, 'user_version') === 0) db.exec(`begin; ${layout} commit`);
    if (numberOf(db, 'user_version') !== searchLayout) throw new Error('the index has another layout');
    db.prepare('select no from followed limit 1').get();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

/** Opens the index. A file that is damaged, or has another layout, is made anew. */
const openOrMake = (file: string): DatabaseSync => {
  try {
    return open(file);
  } catch {
    removeSqliteSearch(file);
    return open(file);
  }
};

/** Opens the index in a file of its own, which nobody else writes. */
export const openSqliteSearch = (file: string, lexemesOf: LexemesOf): SearchStore => {
  const db = openOrMake(file);
  const sql = db.createTagStore();
  const transactions: Transactions = { db, sql, lexemesOf, freed: new Set(), changes: [], units: 0 };
  let mustSettle = false;
  return {
    follow: async (sessionId, work) => {
      const session = new SqliteSession(transactions, sessionId);
      try {
        return await work(session);
      } finally {
        mustSettle ||= session.hasRemoved;
      }
    },
    together: (work) => inTransaction(transactions, work),
    list: (after, limit) =>
      Promise.resolve(
        (
          sql.all`
            select id, seq, is_public from followed where id > ${after} order by id limit ${limit}
          ` as { id: string; seq: number; is_public: number }[]
        ).map(({ is_public, ...rest }) => ({ ...rest, isPublic: is_public === 1 })),
      ),
    settle: () => {
      if (mustSettle) {
        mustSettle = false;
        db.exec(`pragma incremental_vacuum(${String(shrinkPages)}); pragma wal_checkpoint(truncate)`);
      }
      return Promise.resolve();
    },
    [Symbol.asyncDispose]: () => {
      db.close();
      return Promise.resolve();
    },
  };
};

/** Opens the database of the service for reading only. */
export const openSqliteSource = (file: string): SearchSource => {
  const db = new DatabaseSync(file, { readOnly: true, timeout });
  return {
    db: queriesOn(db.createTagStore()),
    [Symbol.asyncDispose]: () => {
      db.close();
      return Promise.resolve();
    },
  };
};

interface DocRow {
  place: number;
  kind: string;
  ref: string;
  author: string;
  title: string;
  words: string;
  is_public: number;
}

interface LexemeChange {
  row: DocRow;
  how: 'insert' | 'delete';
  scopes: readonly string[];
}

interface Transactions {
  db: DatabaseSync;
  sql: SQLTagStore;
  lexemesOf: LexemesOf;
  /**
   * The places of rows that the open transaction has deleted, or hidden. When a transaction of FTS5 (SQLite 3.53)
   * deletes a row and inserts it again, a list with this row loses the later rows of the transaction.
   */
  freed: Set<number>;
  /** The changes of the open transaction that are not written yet, and the characters of their words. */
  changes: LexemeChange[];
  units: number;
}

class SqliteSession implements FollowedSession {
  readonly #parts: Transactions;
  readonly #sessionId: string;
  #no: number | undefined;
  position: FollowedSession['position'];
  hasRemoved = false;

  constructor(parts: Transactions, sessionId: string) {
    this.#parts = parts;
    this.#sessionId = sessionId;
    const row = parts.sql.get`select no, seq, hash, is_public from followed where id = ${sessionId}` as
      { no: number; seq: number; hash: string; is_public: number } | undefined;
    this.#no = row?.no;
    this.position = row && { seq: row.seq, hash: row.hash, isPublic: row.is_public === 1 };
  }

  apply({ position, put, removed }: SearchChange): Promise<void> {
    return this.#inTransaction(() => {
      this.#move(position);
      for (const { kind, ref } of [...removed, ...put]) this.#removeOne(kind, ref);
      for (const document of put) this.#insert(document, position.isPublic);
      this.position = position;
    });
  }

  #move({ seq, hash, isPublic }: SearchPosition): void {
    const { sql } = this.#parts;
    if (this.#no !== undefined) {
      sql.run`update followed set seq = ${seq}, hash = ${hash} where no = ${this.#no}`;
      return;
    }
    const { lastInsertRowid } = sql.run`
      insert into followed (id, seq, hash, is_public) values (${this.#sessionId}, ${seq}, ${hash}, ${isPublic ? 1 : 0})
    `;
    this.#no = Number(lastInsertRowid);
  }

  forget(): Promise<boolean> {
    return this.#inTransaction((sql) => {
      const no = this.#no;
      if (no === undefined) return false;
      const rows = sql.all`
        select place, kind, ref, author, title, words, is_public from doc where session_no = ${no} limit ${statementRows}
      ` as unknown as DocRow[];
      for (const row of rows) this.#remove(row);
      if (rows.length > 0) return true;
      sql.run`delete from followed where no = ${no}`;
      this.#no = undefined;
      this.position = undefined;
      return false;
    });
  }

  publish(isPublic: boolean): Promise<boolean> {
    return this.#inTransaction((sql) => {
      const no = this.#no ?? 0;
      const { freed } = this.#parts;
      const after = isPublic ? 1 : 0;
      const rows = sql.all`
        select place, kind, ref, author, title, words, is_public from doc
        where session_no = ${no} and is_public = ${1 - after} limit ${statementRows}
      ` as unknown as DocRow[];
      for (const row of rows) {
        // A document that this transaction has hidden is published by a later transaction.
        if (freed.has(row.place)) continue;
        if (!isPublic) freed.add(row.place);
        sql.run`update doc set is_public = ${after} where place = ${row.place}`;
        this.#index(row, isPublic ? 'insert' : 'delete', [publicScope]);
      }
      this.hasRemoved ||= !isPublic;
      if (rows.length > 0) return true;
      sql.run`update followed set is_public = ${after} where no = ${no}`;
      return false;
    });
  }

  #removeOne(kind: string, ref: string): void {
    const row = this.#parts.sql.get`
      select place, kind, ref, author, title, words, is_public from doc
      where session_no = ${this.#no ?? 0} and kind = ${kind} and ref = ${ref}
    ` as unknown as DocRow | undefined;
    if (row) this.#remove(row);
  }

  #remove(row: DocRow): void {
    this.#index(row, 'delete', this.#scopesOf(row));
    this.#parts.sql.run`delete from doc where place = ${row.place}`;
    this.#parts.freed.add(row.place);
    this.hasRemoved = true;
  }

  #insert({ order, kind, ref, seq, author, title, words }: SearchDocument, isPublic: boolean): void {
    const { sql, freed } = this.#parts;
    let place = order;
    while (freed.has(place) || sql.get`select 1 from doc where place = ${place}`) place++;
    if (place > order) sql.run`update spread set most = ${place - order} where most < ${place - order}`;
    const is_public = isPublic ? 1 : 0;
    sql.run`
      insert into doc (place, ordinal, session_no, kind, ref, seq, is_public, author, title, words)
      values (${place}, ${order}, ${this.#no ?? 0}, ${kind}, ${ref}, ${seq}, ${is_public}, ${author}, ${title}, ${words})
    `;
    const row = { place, kind, ref, author, title, words, is_public };
    this.#index(row, 'insert', this.#scopesOf(row));
  }

  /**
   * Each lexeme is stored with the number of its session as a prefix; a lexeme of a public document also with an empty
   * one.
   */
  #scopesOf({ is_public }: DocRow): string[] {
    return is_public === 1 ? [String(this.#no), publicScope] : [String(this.#no)];
  }

  #index(row: DocRow, how: 'insert' | 'delete', scopes: readonly string[]): void {
    this.#parts.changes.push({ row, how, scopes });
    this.#parts.units += row.words.length;
    if (this.#parts.units > heldUnits) writeLexemes(this.#parts);
  }

  #inTransaction<T>(work: (sql: SQLTagStore) => T): Promise<T> {
    return inTransaction(this.#parts, () => Promise.try(work, this.#parts.sql));
  }
}

/**
 * Runs work in a transaction. Inside an open transaction the work becomes a part of it, because a savepoint would cost
 * as much as a commit in FTS5.
 */
const inTransaction = async <T>(transactions: Transactions, work: () => Promise<T>): Promise<T> => {
  const { db, freed } = transactions;
  const isOpen = (): boolean => db.isTransaction;
  if (isOpen()) return work();
  db.exec('begin immediate');
  freed.clear();
  forgetChanges(transactions);
  try {
    const result = await work();
    writeLexemes(transactions);
    db.exec('commit');
    return result;
  } catch (error) {
    if (isOpen()) db.exec('rollback');
    throw error;
  }
};

const forgetChanges = (transactions: Transactions): void => {
  transactions.changes = [];
  transactions.units = 0;
};

/**
 * FTS5 gathers rows and writes them together. A row with a lower place, and a statement that needs a savepoint, make
 * FTS5 write what it has. So the rows of a transaction come in the order of their places, after its other statements.
 */
const writeLexemes = (transactions: Transactions): void => {
  const { sql, lexemesOf, changes } = transactions;
  for (const { row, how, scopes } of changes.sort((one, other) => one.row.place - other.row.place)) {
    const lexemes = lexemesOf(row);
    const body = scopes.map((scope) => `${scope}:${lexemes.join(` ${scope}:`)}`).join(' ');
    if (how === 'insert') sql.run`insert into lexeme (rowid, body) values (${row.place}, ${body})`;
    else sql.run`insert into lexeme (lexeme, rowid, body) values ('delete', ${row.place}, ${body})`;
  }
  forgetChanges(transactions);
};
