import type { Content } from '../../contents/keep-content.ts';
import type { SqlValue } from '../../storage/storage.ts';

/** A row by the names of its columns. These become text of SQL, so they are literals of the code. */
export type Row = Record<string, SqlValue>;

/** Rows of one session, without its id. */
export interface StagedRows {
  /** Versions with the contents that they refer to. */
  versions: { content: Content; table: 'note_version' | 'file_version'; row: Row }[];
  /** The other rows by table. All of these tables are swept after a deletion. */
  tables: Record<string, { columns: readonly string[]; rows: SqlValue[][] }>;
  /** The bytes that the session stores, as counted from the part of the export that was read. */
  storedBytes: number;
}

/** The rows that the last transaction of an import writes, because background jobs look at them. */
export interface LastRows {
  pool: Row | null;
  agentUsage: Row[];
  jobs: number;
}
