import { StartRefusal } from '../lib/start-refusal.ts';
import { schema } from './migrations/0001-schema.ts';
import type { Migration } from './migrations/migration.ts';
import type { Queries } from './storage.ts';

/** All migrations, in order. */
export const migrations: readonly Migration[] = [schema];

/** The migrations that a database has not had yet, in order. Refuses a database that a newer version has migrated. */
export const pendingMigrations = async (
  db: Pick<Queries, 'all'>,
  known: readonly Migration[],
): Promise<readonly Migration[]> => {
  const done = await db.all<{ version: number }>`select version from migration`;
  const versions = new Set(done.map((row) => row.version));
  const newest = Math.max(...versions);
  const newestKnown = Math.max(...known.map((migration) => migration.version));
  if (newest > newestKnown) {
    throw new StartRefusal(
      `The schema of the database has version ${String(newest)}, and this version of Pairspace knows version ${String(newestKnown)}. ` +
        'Start the newer version of Pairspace, or restore the backup from before the upgrade.',
    );
  }
  return known.filter((migration) => !versions.has(migration.version));
};

/** The table that must exist before the first migration. */
export const migrationTable = `
  create table if not exists migration (version bigint primary key, name text not null, applied_at bigint not null)
`;
