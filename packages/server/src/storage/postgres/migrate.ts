import { setTimeout as pause } from 'node:timers/promises';
import { StartRefusal } from '../../lib/start-refusal.ts';
import { migrations, migrationTable, pendingMigrations } from '../migrate.ts';
import type { Migration } from '../migrations/migration.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { failureOf } from './failure.ts';
import { queriesOf } from './queries.ts';

/** "pairs" in ASCII. */
const migrationLock = 0x7061697273n;
const maxAttempts = 5;
const retryPauseMs = 500;

/** Makes the database sort text by its bytes, as SQLite does, whatever the collation of the database is. */
const withByteOrder = (sql: string): string => sql.replaceAll(/\btext\b/g, 'text collate "C"');

/**
 * Brings the schema up to date. Nodes that start together wait for the first of them by an advisory lock. On a database
 * without such locks, two nodes may migrate at once: one of them fails, tries again, and finds the work done.
 */
export const migratePostgres = async (
  options: ConnectionOptions,
  { now, known = migrations, patienceMs, onWait }: Patience & Migrating,
): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    const connection = await untilThere(options, { patienceMs, onWait });
    try {
      await migrateOn(connection, { now, known });
      return;
    } catch (error) {
      if (attempt === maxAttempts || error instanceof StartRefusal) throw error;
      await pause(100 * attempt);
    } finally {
      await connection.close();
    }
  }
};

interface Migrating {
  now: () => number;
  /** The known migrations; by default all. */
  known?: readonly Migration[];
}

interface Patience {
  /** How long to wait for a database that cannot be reached. */
  patienceMs: number;
  onWait: (error: unknown) => void;
}

const untilThere = async (options: ConnectionOptions, { patienceMs, onWait }: Patience): Promise<Connection> => {
  const deadline = performance.now() + patienceMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await Connection.open({ ...options, statementTimeoutMs: 0 }, () => undefined);
    } catch (error) {
      if (!['away', 'busy'].includes(failureOf(error)) || performance.now() >= deadline) throw error;
      if (attempt === 1) onWait(error);
      await pause(retryPauseMs);
    }
  }
};

const migrateOn = async (connection: Connection, { now, known }: Required<Migrating>): Promise<void> => {
  await connection.execute(`select pg_advisory_lock(${String(migrationLock)})`);
  await connection.execute(withByteOrder(migrationTable));
  const pending = await pendingMigrations(queriesOf(connection), known);
  for (const { version, name, sql } of pending) {
    await connection.execute('begin');
    await connection.execute(withByteOrder(sql));
    await connection.query(recordMigration, [version, name, now()]);
    await connection.execute('commit');
  }
};

const recordMigration = {
  name: 'record_migration',
  text: 'insert into migration (version, name, applied_at) values ($1, $2, $3)',
};
