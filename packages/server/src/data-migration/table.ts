import { createHash, hash as hashOf } from 'node:crypto';
import { joined, Sql, sql, statement } from '../storage/sql.ts';
import type { Queries, SqlValue, Transaction } from '../storage/storage.ts';

/** A table of both databases. */
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

/** The end of a query for up to `limit` rows in the order of the key, after the row `after`. */
const fromAfter = ({ name, key }: Table, after: Row | undefined, limit: number): Sql => {
  const beyond = after ? sql` where (${list(key)}) > ${values(after, key)}` : sql``;
  return sql`from ${identifier(name)}${beyond} order by ${list(key)} limit 0 + ${limit}`;
};

const rowsAfter = (db: Queries, table: Table, after: Row | undefined, limit: number): Promise<Row[]> =>
  db.all<Row>(...statement(sql`select ${list(table.columns)} ${fromAfter(table, after, limit)}`));

/** Sizes in bytes, so that a page can be chosen without reading rows that are too large together. */
const sizesAfter = async (db: Queries, table: Table, after: Row | undefined, limit: number): Promise<number[]> => {
  const size = joined(
    table.columns.map((column) => sql`coalesce(octet_length(cast(${identifier(column)} as text)), 0)`),
    sql` + `,
  );
  const rows = await db.all<{ size: number }>(
    ...statement(sql`select ${size} as size ${fromAfter(table, after, limit)}`),
  );
  return rows.map((row) => row.size);
};

/** Inserts rows; existing rows stay unchanged. */
export const insertRows = async (tx: Transaction, { name, columns }: Table, rows: readonly Row[]): Promise<void> => {
  await tx.run(
    ...statement(
      sql`insert into ${identifier(name)} (${list(columns)}) values ${joined(
        rows.map((row) => values(row, columns)),
        comma,
      )} on conflict do nothing`,
    ),
  );
};

export const deleteRows = async (tx: Transaction, { name }: Table): Promise<void> => {
  await tx.run(...statement(sql`delete from ${identifier(name)}`));
};

export interface Digest {
  rows: number;
  /** SHA-256 over all rows in the order of the key. */
  sha256: string;
}

/** A hash of a table's content that is equal on both databases for equal content. */
export const digestOf = async (db: Queries, table: Table): Promise<Digest> => {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of pagesOf(db, table)) {
    for (const row of rows) hash.update(JSON.stringify(table.columns.map((column) => comparable(row[column]))));
    count += rows.length;
  }
  return { rows: count, sha256: hash.digest('hex') };
};

/** The two databases represent bytes by different objects. */
const comparable = (value: SqlValue | undefined): unknown =>
  value instanceof Uint8Array ? { sha256: hashOf('sha256', value) } : value;

const pageRows = 64;
/** The size of a page in bytes; a single row may be larger. */
const pageSize = 2 ** 21;

/** The rows after `after`, or all rows, in the order of the key, in pages that are small enough for one statement. */
export async function* pagesOf(db: Queries, table: Table, after?: Row): AsyncGenerator<Row[]> {
  let last = after;
  for (;;) {
    const sizes = await sizesAfter(db, table, last, pageRows);
    if (sizes.length === 0) return;
    for (const count of countsThatFit(sizes)) {
      const rows = await rowsAfter(db, table, last, count);
      yield rows;
      last = rows.at(-1);
    }
  }
}

/** The number of rows in each page. */
const countsThatFit = (sizes: readonly number[]): number[] => {
  const counts: number[] = [];
  let left = 0;
  for (const size of sizes) {
    if (size > left) {
      counts.push(0);
      left = pageSize;
    }
    counts.push((counts.pop() ?? 0) + 1);
    left -= size;
  }
  return counts;
};
