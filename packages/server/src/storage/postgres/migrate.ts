import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { StartRefusal } from '../../lib/start-refusal.ts';
import { migrations, migrationTable, pendingMigrations } from '../migrate.ts';
import type { Migration } from '../migrations/migration.ts';
import { connect, type ConnectionOptions, queriesOf, type Send, sendOn } from './connection.ts';
import { failureOf } from './failure.ts';

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
    const client = await untilThere(options, { patienceMs, onWait });
    try {
      await migrateOn(sendOn(client), { now, known });
      return;
    } catch (error) {
      if (attempt === maxAttempts || error instanceof StartRefusal) throw error;
      await pause(100 * attempt);
    } finally {
      await client.end();
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

const untilThere = async (options: ConnectionOptions, { patienceMs, onWait }: Patience): Promise<Client> => {
  const deadline = performance.now() + patienceMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await connect({ ...options, statementTimeoutMs: 0 });
    } catch (error) {
      if (!['away', 'busy'].includes(failureOf(error)) || performance.now() >= deadline) throw error;
      if (attempt === 1) onWait(error);
      await pause(retryPauseMs);
    }
  }
};

const migrateOn = async (send: Send, { now, known }: Required<Migrating>): Promise<void> => {
  const run = (text: string): Promise<unknown> => send({ text }, []);
  await run(`select pg_advisory_lock(${String(migrationLock)})`);
  await run(withByteOrder(migrationTable));
  for (const { version, name, sql } of await pendingMigrations(queriesOf(send), known)) {
    await run('begin');
    await run(withByteOrder(sql));
    await send({ text: 'insert into migration (version, name, applied_at) values ($1, $2, $3)' }, [
      version,
      name,
      now(),
    ]);
    await run('commit');
  }
};
