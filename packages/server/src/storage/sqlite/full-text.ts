import { DatabaseSync } from 'node:sqlite';
import {
  type DocumentKey,
  partsOf,
  type SearchDocument,
  type SearchFound,
  searchMs,
  type SearchPlace,
  type SearchQuery,
  scopes,
  type Term,
} from '../full-text.ts';
import type { Statements } from './statements.ts';

/** Stands between two sequences of words, so that no phrase reaches from one into the next. */
const gap = ' | ';

/** The index keeps the words alone. It is in the database, so that each commit has its words. */
export const fullTextTables = `
  create table search_entry (
    place integer primary key,
    session_id text not null,
    id text not null
  );
  create unique index search_entry_by_id on search_entry (session_id, id);
  create virtual table search_words using fts5 (
    scope, title, body, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_|+#'"
  );
  insert into search_words (search_words, rank) values ('automerge', 16), ('crisismerge', 64); -- fewer merges: ADR 29
  create trigger search_entry_removed after delete on search_entry begin
    delete from search_words where rowid = old.place;
  end;
`;

export const hasFullText = (db: DatabaseSync): boolean =>
  db.prepare(`select 1 from sqlite_schema where name = 'search_words'`).get() !== undefined;

/** Drops the index, which the next opening of the database makes anew and fills. */
export const dropFullText = (file: string): void => {
  using db = new DatabaseSync(file);
  db.exec('drop table if exists search_entry; drop table if exists search_words');
};

/**
 * Makes the changes of a commit: indexes documents, and removes those of which only the key is given. New documents
 * follow in the order of their places, because FTS5 writes what it holds whenever a place is lower than the one before.
 */
export const changeIndex = (sql: Statements, changes: readonly (SearchDocument | DocumentKey)[]): void => {
  const documents = new Map<string, SearchDocument>();
  for (const change of changes) {
    const name = `${change.sessionId} ${change.id}`;
    documents.delete(name);
    if ('place' in change) documents.set(name, change);
    else sql.run`delete from search_entry where session_id = ${change.sessionId} and id = ${change.id}`;
  }
  for (const document of [...documents.values()].sort((a, b) => a.place - b.place)) insertDocument(sql, document);
};

const insertDocument = (sql: Statements, document: SearchDocument): void => {
  const { sessionId, id, scope, title, body } = document;
  let { place } = document;
  while (sql.get`select 1 from search_entry where place = ${place}`) place++;
  sql.run`insert into search_entry (place, session_id, id) values (${place}, ${sessionId}, ${id})`;
  sql.run`
    insert into search_words (rowid, scope, title, body)
    values (${place}, ${scope.join(' ')}, ${textOf(title)}, ${textOf(body)})
  `;
};

const textOf = (sequences: SearchDocument['title']): string => sequences.map((words) => words.join(' ')).join(gap);

type Row = Omit<SearchPlace, 'titled'>;

/** Finds entries in the file of the database. When the time is over, it returns the hits found so far. */
export class Finder {
  readonly #db: DatabaseSync;

  constructor(file: string) {
    this.#db = new DatabaseSync(file, { readOnly: true, timeout: 1000 });
    // 32 MiB: the lists of frequent words are read again and again.
    this.#db.exec('pragma cache_size = -32768');
  }

  find(query: SearchQuery): SearchFound {
    const endsAt = performance.now() + searchMs;
    const hits: SearchPlace[] = [];
    for (const titled of partsOf(query)) {
      for (const row of this.#rows(query, titled)) {
        hits.push({ ...row, titled });
        if (hits.length === query.limit) return { hits, partial: false };
        if (performance.now() > endsAt) return { hits, partial: true };
      }
    }
    return { hits, partial: false };
  }

  /** A session that has turned private has no hits among the public ones, although its entries are still there. */
  #rows(query: SearchQuery, titled: boolean): Iterable<Row> {
    const { sessions, from, to, after } = query;
    const below = after?.titled === titled ? Math.min(after.place, to) : to;
    // A statement that is used again fails when its last use has failed, so each search prepares its own.
    const statement = this.#db.prepare(`
      select place, session_id as "sessionId", search_entry.id
      from search_words join search_entry on place = search_words.rowid join session on session.id = session_id
      where search_words match ? and search_words.rowid >= ? and search_words.rowid < ?
        ${sessions === null ? `and visibility = 'public'` : ''}
      order by search_words.rowid desc
    `);
    return statement.iterate(expressionOf(query, titled), from, below) as Iterable<unknown> as Iterable<Row>;
  }
}

const expressionOf = ({ sessions, terms, scope }: SearchQuery, titled: boolean): string => {
  const positive = terms.filter(({ negative }) => !negative);
  const inTitle = `({scope} : ${scopes.hasTitle} AND {title} : (${positive.map(termOf).join(' OR ')}))`;
  const needed = [
    `{scope} : (${(sessions ?? [scopes.isPublic]).join(' OR ')})`,
    ...scope.map((label) => `{scope} : ${label}`),
    ...positive.map((term) => `{title body} : ${termOf(term)}`),
    ...(titled ? [inTitle] : []),
  ];
  const refused = [
    ...terms.filter(({ negative }) => negative).map((term) => `{title body} : ${termOf(term)}`),
    ...(titled ? [] : [inTitle]),
  ];
  return `(${needed.join(' AND ')})${refused.length === 0 ? '' : ` NOT (${refused.join(' OR ')})`}`;
};

const termOf = ({ forms, prefix }: Term): string =>
  `(${forms.map((words) => `"${words.join(' ')}"${prefix ? ' *' : ''}`).join(' OR ')})`;
