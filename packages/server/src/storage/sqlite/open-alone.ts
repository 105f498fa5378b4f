import { DatabaseSync } from 'node:sqlite';
import type { Queries } from '../storage.ts';
import { queriesOn } from './queries.ts';

interface LoneDatabase extends Disposable {
  read: Queries;
  /** The tables with their names, their columns, and the columns of their primary keys in the order of the key. */
  tables: { name: string; columns: string[]; key: string[] }[];
}

/**
 * Opens a database exclusively, so that no other process can open it meanwhile. Throws if another process has it open.
 */
export const openAlone = (file: string): LoneDatabase => {
  const db = new DatabaseSync(file);
  try {
    db.exec('pragma locking_mode = exclusive; begin exclusive; commit');
  } catch (cause) {
    db.close();
    throw new Error(`${file} is in use. Stop the service that runs on it.`, { cause });
  }
  const names = db
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite%' order by name`)
    .all() as unknown as { name: string }[];
  return {
    read: queriesOn(db),
    tables: names.map(({ name }) => {
      const columns = db.prepare(`select name, pk from pragma_table_info('${name}')`).all() as unknown as {
        name: string;
        pk: number;
      }[];
      const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
      return { name, columns: columns.map((column) => column.name), key: key.map((column) => column.name) };
    }),
    [Symbol.dispose]() {
      db.close();
    },
  };
};
