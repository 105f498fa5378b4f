import type { Content } from '../../contents/keep-content.ts';
import type { SqlValue } from '../../storage/storage.ts';

/** A row by the names of its columns. These become text of SQL, so they are literals of the code. */
export type Row = Record<string, SqlValue>;

/** The rows of a table, without the id of the session. */
export interface TableRows {
  columns: readonly string[];
  rows: SqlValue[][];
}

/** Rows of one session. */
export interface StagedRows {
  /** The contents of versions of files, each with the event of its version. */
  versions: { content: Content; seq: number }[];
  /** The other rows by table. All of these tables are swept after a deletion. */
  tables: Record<string, TableRows>;
  /** The bytes that the session stores beside the contents of files, as read so far. */
  storedBytes: number;
}

/** The rows that the last transaction of an import writes, because background jobs look at them. */
export interface LastRows {
  pool: Row | null;
}
