import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../lib/clock.ts';
import { openAlone } from '../storage/sqlite/open-alone.ts';
import { openSqlite } from '../storage/sqlite/open.ts';
import { moveDatabase, type MovedTable, MoveRefused } from './move-database.ts';

/** What belongs to a database or to the nodes that run on it, and not to what it is kept for. */
const ownTables = new Set(['migration', 'readiness', 'node', 'watching']);

/** Of these a database has rows on which a service was started but nothing was done. */
const seeded = new Set(['key_check', 'signing_key']);

interface MoveInstallation {
  /** Folder of the embedded database. */
  from: string;
  /** `postgres://…` */
  to: string;
  clock: Clock;
  onProgress?: (table: string, rows: number) => void;
}

/** A page of the largest rows may take its time over a slow network. */
const statementTimeoutMs = 300_000;

const nobody = { onNotify: () => undefined, onAnnounce: () => undefined };

/** Moves what an embedded installation holds into an empty PostgreSQL database. The source stays as it is. */
export const moveInstallation = async ({ from, to, clock, onProgress }: MoveInstallation): Promise<MovedTable[]> => {
  const file = join(from, 'pairspace.sqlite');
  if (!existsSync(file)) throw new MoveRefused(`There is no installation in ${from}: ${file} is not there.`);
  await bringUpToDate(file, clock);
  using source = openAlone(file);
  const { openPostgres } = await import('../storage/postgres/open.ts');
  await using target = await openPostgres({ ...nobody, url: to, connections: 5, clock, statementTimeoutMs });
  const tables = source.tables.filter(({ name }) => !ownTables.has(name));
  return await moveDatabase({
    source: { read: source.read, tables },
    seeded,
    target,
    ...(onProgress && { onProgress }),
  });
};

/** Both sides must know the same tables. */
const bringUpToDate = async (file: string, clock: Clock): Promise<void> => {
  openAlone(file)[Symbol.dispose]();
  const raise = (error: unknown): never => {
    throw error;
  };
  await (await openSqlite({ ...nobody, file, clock, onError: raise }))[Symbol.asyncDispose]();
};
