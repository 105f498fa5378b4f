import { hash } from 'node:crypto';
import { joined, Sql, sql, statement } from '../storage/sql.ts';
import type { Queries, SqlValue } from '../storage/storage.ts';

/** A table as both databases know it. */
export interface Table {
  name: string;
  columns: readonly string[];
  /** The columns of its primary key, in their order. */
  key: readonly string[];
}

export type Row = Record<string, SqlValue>;

const identifier = (name: string): Sql => new Sql([`"${name}"`], []);
const comma = sql`, `;
const list = (names: readonly string[]): Sql => joined(names.map(identifier), comma);
const values = (row: Row, columns: readonly string[]): Sql =>
  sql`(${joined(
    columns.map((column) => sql`${row[column] ?? null}`),
    comma,
  )})`;

/** Up to `limit` rows in the order of the key, after the row with the key `after`. */
export const rowsAfter = (
  db: Queries,
  { name, columns, key }: Table,
  after: Row | undefined,
  limit: number,
): Promise<Row[]> => {
  const beyond = after ? sql` where (${list(key)}) > ${values(after, key)}` : sql``;
  return db.all<Row>(
    ...statement(sql`select ${list(columns)} from ${identifier(name)}${beyond} order by ${list(key)} limit ${limit}`),
  );
};

/** Inserts rows; one that is there already stays as it is. */
export const insertRows = async (db: Queries, { name, columns }: Table, rows: readonly Row[]): Promise<void> => {
  await db.run(
    ...statement(
      sql`insert into ${identifier(name)} (${list(columns)}) values ${joined(
        rows.map((row) => values(row, columns)),
        comma,
      )} on conflict do nothing`,
    ),
  );
};

export const deleteRows = async (db: Queries, { name }: Table): Promise<void> => {
  await db.run(...statement(sql`delete from ${identifier(name)}`));
};

export interface Digest {
  rows: number;
  /** SHA-256 over all rows in the order of the key. */
  sha256: string;
}

/** What a table holds, as a number that is the same on both databases only if all of it is. */
export const digestOf = async (db: Queries, table: Table): Promise<Digest> => {
  let digest: Digest = { rows: 0, sha256: '' };
  for await (const rows of pagesOf(db, table)) {
    const text = JSON.stringify(rows.map((row) => table.columns.map((column) => row[column])));
    digest = { rows: digest.rows + rows.length, sha256: hash('sha256', digest.sha256 + text) };
  }
  return digest;
};

/** A row may hold a megabyte. */
const pageRows = 64;
/** In characters; one row alone may be more. */
const sliceSize = 2 ** 21;

/** Rows in their order, in parts of which each is small enough for one statement. */
export function* slicesOf(rows: readonly Row[]): Generator<Row[]> {
  let slice: Row[] = [];
  let size = 0;
  for (const row of rows) {
    const rowSize = Object.values(row).reduce<number>((sum, value) => sum + String(value).length, 0);
    if (slice.length > 0 && size + rowSize > sliceSize) {
      yield slice;
      slice = [];
      size = 0;
    }
    slice.push(row);
    size += rowSize;
  }
  if (slice.length > 0) yield slice;
}

/** All rows in the order of the key, a page at a time; pages begin and end at the same rows on both databases. */
export async function* pagesOf(db: Queries, table: Table, after?: Row): AsyncGenerator<Row[]> {
  let last = after;
  for (;;) {
    const rows = await rowsAfter(db, table, last, pageRows);
    if (rows.length > 0) yield rows;
    if (rows.length < pageRows) return;
    last = rows.at(-1);
  }
}
