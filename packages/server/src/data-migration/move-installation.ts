import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../lib/clock.ts';
import { followAll } from '../storage/follow-all.ts';
import { statement } from '../storage/sql.ts';
import { openAlone } from '../storage/sqlite/open-alone.ts';
import { openSqlite } from '../storage/sqlite/open.ts';
import { moveDatabase, type MovedTable, MoveRefused } from './move-database.ts';

/** Tables about the database or its nodes; their content is not moved. The index of searches is made anew. */
const ownTables = new Set(['migration', 'readiness', 'node', 'watching']);

/** Tables that get rows when a service starts, even without use. */
const seeded = new Set(['key_check', 'signing_key']);

interface MoveInstallation {
  /** Folder of the embedded database. */
  from: string;
  /** `postgres://…` */
  to: string;
  clock: Clock;
  onProgress?: (table: string, rows: number) => void;
}

/** A generous time limit, because a page of large rows may pass through a slow network. */
const statementTimeoutMs = 300_000;

const nobody = { onNotify: () => undefined, onAnnounce: () => undefined };

/** Moves the data of an embedded installation into an empty PostgreSQL database. The source stays unchanged. */
export const moveInstallation = async ({ from, to, clock, onProgress }: MoveInstallation): Promise<MovedTable[]> => {
  const file = join(from, 'pairspace.sqlite');
  if (!existsSync(file)) throw new MoveRefused(`There is no installation in ${from}: ${file} is not there.`);
  await bringUpToDate(file, clock);
  using source = openAlone(file);
  const { openPostgres } = await import('../storage/postgres/open.ts');
  await using target = await openPostgres({ ...nobody, url: to, connections: 5, clock, statementTimeoutMs });
  const tables = source.tables.filter(({ name }) => !ownTables.has(name) && !name.startsWith('search_'));
  const moved = await moveDatabase({
    source: { read: source.read, tables },
    seeded,
    target,
    ...(onProgress && { onProgress }),
  });
  await target.write((tx) => tx.run(...statement(followAll)));
  return moved;
};

/** Migrates the source, because both sides must have the same tables. */
const bringUpToDate = async (file: string, clock: Clock): Promise<void> => {
  openAlone(file)[Symbol.dispose]();
  const raise = (error: unknown): never => {
    throw error;
  };
  await (await openSqlite({ ...nobody, file, clock, onError: raise }))[Symbol.asyncDispose]();
};
