import { DatabaseSync } from 'node:sqlite';
import {
  compareOrdered,
  type FoundDocument,
  type SearchFound,
  type SearchLexeme,
  type SearchQuery,
} from '../search-store.ts';

interface Row {
  place: number;
  ordinal: number;
  session_id: string;
  kind: string;
  ref: string;
  seq: number;
  title: string;
  words: string | null;
}

/** Finds documents in the file of an index; it answers what was found when the time is over. */
export class Finder {
  readonly #db: DatabaseSync;

  constructor(file: string) {
    this.#db = new DatabaseSync(file, { readOnly: true, timeout: 1000 });
    // 32 MiB: the lists of frequent words are read again and again.
    this.#db.exec('pragma cache_size = -32768');
  }

  find(query: SearchQuery): SearchFound {
    return new Finding(this.#db, query).run();
  }
}

class Finding {
  readonly #db: DatabaseSync;
  readonly #query: SearchQuery;
  readonly #deadline: number;
  #isOver = false;

  constructor(db: DatabaseSync, query: SearchQuery) {
    this.#db = db;
    this.#query = query;
    this.#deadline = performance.now() + query.budgetMs;
  }

  run(): SearchFound {
    const { sessions, after, limit } = this.#query;
    const hits: FoundDocument[] = [];
    for (const titled of after && !after.titled ? [false] : [true, false]) {
      const scopes = sessions ? this.#numbersOf(sessions) : [''];
      const found = scopes.flatMap((scope) => this.#find(scope, titled, limit - hits.length));
      hits.push(...found.sort(compareOrdered).slice(0, limit - hits.length));
      if (hits.length >= limit || this.#isOver) break;
    }
    return { hits, partial: this.#isOver };
  }

  #numbersOf(sessions: readonly string[]): string[] {
    const find = this.#db.prepare('select no from followed where id = ?');
    return sessions.flatMap((id) => {
      const row = find.get(id) as { no: number } | undefined;
      return row ? [String(row.no)] : [];
    });
  }

  #find(scope: string, titled: boolean, limit: number): FoundDocument[] {
    const { phrases, notPhrases, after, from, to } = this.#query;
    const cursor = after?.titled === titled ? after : undefined;
    // A place is at or above its order, by no more than the spread.
    const below = Math.min(cursor ? cursor.order + 1 : to, to) + this.#spread();
    const hasPhrases = phrases.length + notPhrases.length > 0;
    const rows = this.#db
      .prepare(
        `select place, ordinal, followed.id as session_id, kind, ref, doc.seq, title,
          ${hasPhrases ? 'words' : 'null as words'}
        from lexeme join doc on place = lexeme.rowid join followed on no = session_no
        where lexeme match ? and lexeme.rowid >= ? and lexeme.rowid < ? order by lexeme.rowid desc`,
      )
      .iterate(this.#expression(scope, titled), from, below) as IterableIterator<unknown> as IterableIterator<Row>;
    const found: FoundDocument[] = [];
    for (const row of rows) {
      // Rows that follow come after all hits that were found when their places are below the last of these.
      const last = found.length >= limit ? found.sort(compareOrdered)[limit - 1] : undefined;
      if (last && row.place < last.order) break;
      const hit = hitOf(row, titled);
      const isWithin = hit.order >= from && hit.order < to && (!cursor || compareOrdered(cursor, hit) < 0);
      if (isWithin && this.#fits(row, titled)) found.push(hit);
      this.#isOver ||= performance.now() > this.#deadline;
      if (this.#isOver) break;
    }
    return found.sort(compareOrdered).slice(0, limit);
  }

  #spread(): number {
    return (this.#db.prepare('select most from spread').get() as { most: number }).most;
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
    const needed = [...all.map((lexeme) => termOf(scope, lexeme)), ...(titled ? [`(${anyTitle.join(' OR ')})`] : [])];
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
