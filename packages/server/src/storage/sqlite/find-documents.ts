import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  compareOrdered,
  type FoundDocument,
  type SearchFound,
  type SearchLexeme,
  type SearchPlace,
  type SearchQuery,
} from '../search-store.ts';

interface Row {
  place: number;
  ordinal: number;
  session_id: string;
  kind: string;
  ref: string;
  seq: number;
  author: string;
  title: string;
  words: string | null;
}

interface Scope {
  /** The prefix of the lexemes of the scope's documents. */
  prefix: string;
  /** The number of its session; null for public documents. */
  no: number | null;
}

const publicScope: Scope = { prefix: '', no: null };

/**
 * The number of newest documents that are searched one by one, before the index of lexemes is searched for a prefix.
 */
const newest = 2000;

/** Finds documents in the file of a search index. When the time is over, it returns the hits found so far. */
export class Finder {
  readonly #db: DatabaseSync;
  /**
   * The prepared statements by their texts. A search over the sessions of an agent key runs the same few statements for
   * each session.
   */
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string) {
    this.#db = new DatabaseSync(file, { readOnly: true, timeout: 1000 });
    // 32 MiB: the lists of frequent words are read again and again.
    this.#db.exec('pragma cache_size = -32768');
  }

  find(query: SearchQuery): SearchFound {
    return new Finding((text) => this.#prepare(text), query).run();
  }

  #prepare(text: string): StatementSync {
    const statement = this.#statements.get(text) ?? this.#db.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }
}

class Finding {
  readonly #prepare: (sql: string) => StatementSync;
  readonly #query: SearchQuery;
  readonly #deadline: number;
  /** The greatest difference between the row number (`place`) and the sort key (`order`) of a document. */
  readonly #spread: number;
  /** The lowest order to look at. */
  #from: number;
  #isOver = false;

  constructor(prepare: (sql: string) => StatementSync, query: SearchQuery) {
    this.#prepare = prepare;
    this.#spread = (prepare('select most from spread').get() as { most: number }).most;
    this.#query = query;
    this.#from = query.from;
    this.#deadline = performance.now() + query.budgetMs;
  }

  run(): SearchFound {
    const { sessions, after, limit } = this.#query;
    const hits: FoundDocument[] = [];
    for (const titled of after && !after.titled ? [false] : [true, false]) {
      const scopes = sessions ? this.#scopesOf(sessions) : [publicScope];
      hits.push(...this.#findIn(scopes, titled, limit - hits.length));
      if (hits.length >= limit || this.#isOver) break;
    }
    return { hits, partial: this.#isOver };
  }

  #scopesOf(sessions: readonly string[]): Scope[] {
    const find = this.#prepare('select no from followed where id = ?');
    return sessions.flatMap((id) => {
      const row = find.get(id) as { no: number } | undefined;
      return row ? [{ prefix: String(row.no), no: row.no }] : [];
    });
  }

  #findIn(scopes: readonly Scope[], titled: boolean, limit: number): FoundDocument[] {
    let found: FoundDocument[] = [];
    this.#from = this.#query.from;
    for (const scope of scopes) {
      const more = this.#find(scope, { titled, limit, isAlone: scopes.length === 1 });
      found = [...found, ...more].sort(compareOrdered).slice(0, limit);
      // In further scopes, documents that are older than the last hit with a place in the result are not needed.
      if (found.length >= limit) this.#from = Math.max(this.#from, found.at(-1)?.order ?? 0);
      if (this.#isOver) break;
    }
    return found;
  }

  #find(
    scope: Scope,
    { titled, limit, isAlone }: { titled: boolean; limit: number; isAlone: boolean },
  ): FoundDocument[] {
    // For a prefix, the index merges the lists of all words with this prefix before it returns the first entry.
    const isDear = this.#query.all.some(({ prefix }) => prefix);
    if (isDear && isAlone && !titled) {
      const quick = this.#take(this.#amongNewest(scope), { titled, limit, isWhole: false });
      if (this.#isOver || quick.length >= limit) return quick;
    }
    return this.#take(this.#byLexemes(scope, titled), { titled, limit, isWhole: !(isDear && titled) });
  }

  /** Returns the hits among rows that come by descending place. `isWhole`: all rows are known to contain the terms. */
  #take(rows: Iterable<Row>, { titled, limit, isWhole }: { titled: boolean; limit: number; isWhole: boolean }) {
    const { to } = this.#query;
    const from = this.#from;
    const cursor = this.#cursor(titled);
    const found: FoundDocument[] = [];
    for (const row of rows) {
      // When the place of a row is below the order of the last hit that is needed, this row and all further rows come
      // after the hits.
      const last = found.length >= limit ? found.sort(compareOrdered)[limit - 1] : undefined;
      if (last && row.place < last.order) break;
      const hit = hitOf(row, titled);
      const isWithin = hit.order >= from && hit.order < to && (!cursor || compareOrdered(cursor, hit) < 0);
      if (isWithin && (isWhole || this.#hasTerms(row)) && this.#fits(row, titled)) found.push(hit);
      this.#isOver ||= performance.now() > this.#deadline;
      if (this.#isOver) break;
    }
    return found.sort(compareOrdered).slice(0, limit);
  }

  #byLexemes(scope: Scope, titled: boolean): Iterable<Row> {
    const { phrases, notPhrases } = this.#query;
    const needsWords = titled || phrases.length + notPhrases.length > 0;
    return this.#rows(
      `select place, ordinal, followed.id as session_id, kind, ref, doc.seq, author, title,
        ${needsWords ? 'words' : 'null as words'}
      from lexeme join doc on place = lexeme.rowid join followed on no = session_no
      where lexeme match ? and lexeme.rowid >= ? and lexeme.rowid < ? order by lexeme.rowid desc`,
      this.#expression(scope.prefix, titled),
      this.#from,
      this.#below(titled),
    );
  }

  /**
   * In the public scope, private documents among the newest ones are skipped but counted, so that the number of rows
   * looked at is bounded.
   */
  #amongNewest({ no }: Scope): Iterable<Row> {
    const bounds = [this.#from, this.#below(false)];
    const newestOf = no === null ? 'doc' : 'doc indexed by doc_by_reach';
    const where = no === null ? '' : 'session_no = ? and is_public = (select is_public from followed where no = ?) and';
    return this.#rows(
      `select place, ordinal, followed.id as session_id, kind, ref, newest.seq, author, title, words
      from (select * from ${newestOf} where ${where} place >= ? and place < ? order by place desc limit ${String(newest)})
        newest join followed on no = session_no
      ${no === null ? 'where newest.is_public = 1' : ''} order by place desc`,
      ...(no === null ? [] : [no, no]),
      ...bounds,
    );
  }

  #rows(sql: string, ...values: (string | number)[]): Iterable<Row> {
    return this.#prepare(sql).iterate(...values) as IterableIterator<unknown> as IterableIterator<Row>;
  }

  #cursor(titled: boolean): SearchPlace | undefined {
    const { after } = this.#query;
    return after?.titled === titled ? after : undefined;
  }

  /**
   * The upper bound of the places to look at. The place of a document is at or above its order, by no more than the
   * spread.
   */
  #below(titled: boolean): number {
    const { to } = this.#query;
    const cursor = this.#cursor(titled);
    return Math.min(cursor ? cursor.order + 1 : to, to) + this.#spread;
  }

  #hasTerms({ kind, author, words }: Row): boolean {
    const { titles, unwanted } = this.#query;
    return (
      words !== null &&
      (this.#query.kind ?? kind) === kind &&
      (this.#query.author ?? author) === author &&
      titles.every((part) => words.includes(part)) &&
      !unwanted.some((part) => words.includes(part))
    );
  }

  #fits({ title, words }: Row, titled: boolean): boolean {
    const { phrases, notPhrases, titles } = this.#query;
    return (
      titles.some((part) => title.includes(part)) === titled &&
      (words === null ||
        (phrases.every((part) => words.includes(part)) && !notPhrases.some((part) => words.includes(part))))
    );
  }

  #expression(scope: string, titled: boolean): string {
    const { all, none, titleLexemes } = this.#query;
    const anyTitle = titleLexemes.map((lexemes) => `(${lexemes.map((lexeme) => termOf(scope, lexeme)).join(' AND ')})`);
    // Documents with a term in the title are few, so words with a prefix are checked in the documents themselves.
    const cheap = titled ? all.filter(({ prefix }) => !prefix) : all;
    const needed = [...cheap.map((lexeme) => termOf(scope, lexeme)), ...(titled ? [`(${anyTitle.join(' OR ')})`] : [])];
    const refused = none.map((lexeme) => termOf(scope, lexeme));
    return refused.length === 0 ? needed.join(' AND ') : `(${needed.join(' AND ')}) NOT (${refused.join(' OR ')})`;
  }
}

const hitOf = ({ ordinal: order, session_id: sessionId, ref, kind, seq }: Row, titled: boolean): FoundDocument => ({
  titled,
  order,
  sessionId,
  ref,
  kind,
  seq,
});

/** No lexeme has a quotation mark: each is made of letters and digits. */
const termOf = (scope: string, { text, prefix }: SearchLexeme): string => `"${scope}:${text}"${prefix ? ' *' : ''}`;
