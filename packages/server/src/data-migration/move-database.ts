import type { Queries, Storage, Transaction } from '../storage/storage.ts';
import { deleteRows, digestOf, insertRows, pagesOf, type Row, type Table } from './table.ts';

/** The source or the target is unsuitable; the message is for people. */
export class MoveRefused extends Error {}

export interface MovedTable {
  table: string;
  rows: number;
  sha256: string;
}

interface MoveOptions {
  /** The source must not change during the move. */
  source: { read: Queries; tables: readonly Table[] };
  /** Tables whose rows in the target are replaced by those of the source. */
  seeded: ReadonlySet<string>;
  target: Storage;
  /** Called after each step with the number of written rows. */
  onProgress?: (table: string, rows: number) => void;
}

/**
 * Copies the content of one database into another, empty one, and verifies that both are equal. It works in small
 * transactions, each of which records its progress, so that an interrupted move can continue.
 */
export const moveDatabase = async ({
  source,
  seeded,
  target,
  onProgress = () => undefined,
}: MoveOptions): Promise<MovedTable[]> => {
  await claimTarget(target, source.tables, seeded);
  for (const table of source.tables) {
    for await (const rows of pagesOf(source.read, table, await reached(target.read, table))) {
      await target.write(
        async (tx) => {
          await insertRows(tx, table, rows);
          await noteReached(tx, table, rows.at(-1) ?? {});
        },
        { concurrent: true },
      );
      onProgress(table.name, rows.length);
    }
  }
  const moved: MovedTable[] = [];
  for (const table of source.tables) {
    const [there, here] = [await digestOf(source.read, table), await digestOf(target.read, table)];
    if (there.rows !== here.rows || there.sha256 !== here.sha256) {
      throw new MoveRefused(
        `Table ${table.name} differs: ${String(there.rows)} rows in the source, ${String(here.rows)} in the target. Empty the target and start again.`,
      );
    }
    moved.push({ table: table.name, ...here });
  }
  await target.write((tx) => tx.run`drop table move_progress`, { concurrent: true });
  return moved;
};

/** Accepts a target only if it is empty, or contains an interrupted move. */
const claimTarget = async (target: Storage, tables: readonly Table[], seeded: ReadonlySet<string>): Promise<void> => {
  await target.write(
    (tx) => tx.run`create table if not exists move_progress (table_name text primary key, last_key text not null)`,
    { concurrent: true },
  );
  const begun = await target.read.get`select 1 as found from move_progress limit 1`;
  if (begun) return;
  for (const table of tables.filter(({ name }) => !seeded.has(name))) {
    for await (const rows of pagesOf(target.read, table)) {
      throw new MoveRefused(
        `The target is not empty: table ${table.name} holds at least ${String(rows.length)} rows. Nothing was written.`,
      );
    }
  }
  await target.write(
    async (tx) => {
      for (const table of tables.filter(({ name }) => seeded.has(name))) await deleteRows(tx, table);
      await tx.run`insert into move_progress (table_name, last_key) values ('', '{}')`;
    },
    { concurrent: true },
  );
};

const reached = async (db: Queries, { name }: Table): Promise<Row | undefined> => {
  const row = await db.get<{ last_key: string }>`select last_key from move_progress where table_name = ${name}`;
  return row && (JSON.parse(row.last_key) as Row);
};

const noteReached = async (tx: Transaction, { name, key }: Table, row: Row): Promise<void> => {
  const lastKey = JSON.stringify(Object.fromEntries(key.map((column) => [column, row[column]])));
  await tx.run`
    insert into move_progress (table_name, last_key) values (${name}, ${lastKey})
    on conflict (table_name) do update set last_key = excluded.last_key
  `;
};
