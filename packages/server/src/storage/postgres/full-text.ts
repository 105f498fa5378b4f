import type { Pool } from 'pg';
import {
  partsOf,
  type SearchDocument,
  type SearchFound,
  searchMs,
  type SearchPlace,
  type SearchQuery,
  scopes,
  type Term,
} from '../full-text.ts';
import type { SqlValue } from '../storage.ts';
import { openPool, sendOn, withConnection } from './connection.ts';
import { failureOf, refusalOf } from './failure.ts';
import { prepare } from './statement.ts';

export const fullTextTables = `
  create table search_entry (
    session_id text not null,
    id text not null,
    place bigint not null,
    words tsvector not null,
    primary key (session_id, id)
  );
  create index search_entry_by_place on search_entry (place, session_id, id);
  create index search_entry_of_session on search_entry (session_id, place, id);
  create index search_entry_by_word on search_entry using gin (words);
`;

export const insertDocument = prepare(
  'insert into search_entry (session_id, id, place, words) values ($1, $2, $3, $4::tsvector)',
);

export const deleteDocument = prepare('delete from search_entry where session_id = $1 and id = $2');

export const documentValues = (document: SearchDocument): SqlValue[] => [
  document.sessionId,
  document.id,
  document.place,
  vectorOf(document),
];

/** The last position and the greatest number of positions of a word that a `tsvector` holds. */
const lastPosition = 16_383;
const mostPositions = 255;
/** A `tsvector` holds 1 MB. Of too many words, the last ones are left out. */
const maxBytes = 600_000;

/** A label as a lexeme. It begins as no word does, so that no prefix finds it. */
const labelOf = (label: string): string => `'_${label}'`;

/** A `tsvector` in the notation of the database; words of titles have the weight A. */
const vectorOf = ({ scope, title, body }: SearchDocument): string => {
  const places = new Map<string, string[]>();
  let position = 0;
  let left = maxBytes;
  for (const [sequences, weight] of [
    [title, 'A'],
    [body, ''],
  ] as const) {
    for (const words of sequences) {
      for (const word of words) {
        let known = places.get(word);
        if (!known) {
          left -= Buffer.byteLength(word) + 8;
          if (left < 0) continue;
          places.set(word, (known = []));
        }
        position++;
        if (position <= lastPosition && known.length < mostPositions) {
          known.push(`${String(position)}${weight}`);
          left -= 2;
        }
      }
      position++;
    }
  }
  const words = Array.from(places, ([word, at]) => `'${word}'${at.length === 0 ? '' : `:${at.join(',')}`}`);
  return [...scope.map(labelOf), ...words].join(' ');
};

/**
 * The number of newest entries that are looked at one by one before the index is searched: a frequent word is found
 * among them at once. Phrases are rare, and a session has few entries.
 */
const depthOf = ({ sessions, terms }: SearchQuery): number => {
  if (sessions?.length === 1) return 200;
  return terms.some(({ negative, forms }) => !negative && forms.every(({ length }) => length > 1)) ? 500 : 2000;
};

/** Finds entries in the tables of the database, which ends a search that takes too long. */
export class PostgresFinder implements AsyncDisposable {
  readonly #pool: Pool;

  constructor(url: string) {
    this.#pool = openPool({ url, name: 'pairspace-find', statementTimeoutMs: searchMs, isReadOnly: true }, 2);
  }

  async find(query: SearchQuery): Promise<SearchFound> {
    const hits: SearchPlace[] = [];
    try {
      for (const titled of partsOf(query)) {
        const limit = query.limit - hits.length;
        // Entries with a title are few.
        const quick = titled ? [] : await this.#select({ ...query, limit }, titled, depthOf(query));
        const part = quick.length === limit ? quick : await this.#select({ ...query, limit }, titled);
        hits.push(...part.map((row) => ({ ...row, titled })));
        if (hits.length === query.limit) break;
      }
      return { hits, partial: false };
    } catch (error) {
      if (failureOf(error) !== 'busy') throw refusalOf(error);
      return { hits, partial: true };
    }
  }

  async #select(query: SearchQuery, titled: boolean, depth?: number): Promise<Omit<SearchPlace, 'titled'>[]> {
    const { sessions, from, to, after, limit } = query;
    const values: SqlValue[] = [expressionOf(query, titled), from, to];
    const order = 'order by place desc, session_id desc, id desc';
    const bind = (value: SqlValue): string => `$${String(values.push(value))}`;
    const reach = [
      'place >= $2 and place < $3',
      ...(after?.titled === titled
        ? [`(place, session_id, id) < (${bind(after.place)}::bigint, ${bind(after.sessionId)}, ${bind(after.id)})`]
        : []),
      ...(depth !== undefined && sessions ? [isAmong(sessions, bind)] : []),
    ].join(' and ');
    const isPublic = sessions
      ? ''
      : `and exists (select 1 from session where id = session_id and visibility = 'public')`;
    const among =
      depth === undefined
        ? `(select * from search_entry where ${reach} and words @@ $1::tsquery offset 0)`
        : `(select * from search_entry where ${reach} ${order} limit ${String(depth)})`;
    const text = `
      select session_id as "sessionId", id, place from ${among} entry
      where words @@ $1::tsquery ${isPublic} ${order} limit ${bind(limit)}::bigint
    `;
    const { rows } = await withConnection(this.#pool, (client) => sendOn(client)({ text }, values));
    return rows as Omit<SearchPlace, 'titled'>[];
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#pool.end();
  }
}

/** Only the comparison with one session keeps the order of the index. */
const isAmong = ([first = '', ...others]: readonly string[], bind: (value: SqlValue) => string): string =>
  `session_id = ${others.length === 0 ? bind(first) : `any(${bind(`{${[first, ...others].join(',')}}`)}::text[])`}`;

const expressionOf = ({ sessions, terms, scope }: SearchQuery, titled: boolean): string => {
  const positive = terms.filter(({ negative }) => !negative);
  const inTitle = `(${labelOf(scopes.hasTitle)} & (${positive.map((term) => termOf(term, 'A')).join(' | ')}))`;
  return [
    `(${(sessions ?? [scopes.isPublic]).map(labelOf).join(' | ')})`,
    ...scope.map(labelOf),
    ...terms.map((term) => `${term.negative ? '!' : ''}${termOf(term)}`),
    titled ? inTitle : `!${inTitle}`,
  ].join(' & ');
};

const termOf = ({ forms, prefix }: Term, weight = ''): string => {
  const phrases = forms.map((words) =>
    words
      .map((word, at) => {
        const marks = `${prefix && at === words.length - 1 ? '*' : ''}${weight}`;
        return `'${word}'${marks === '' ? '' : `:${marks}`}`;
      })
      .join(' <-> '),
  );
  return `(${phrases.map((phrase) => `(${phrase})`).join(' | ')})`;
};
