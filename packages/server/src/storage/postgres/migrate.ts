import { setTimeout as pause } from 'node:timers/promises';
import { StartRefusal } from '../../lib/start-refusal.ts';
import { followAllText } from '../follow-all.ts';
import { migrations, migrationTable, pendingMigrations } from '../migrate.ts';
import type { Migration } from '../migrations/migration.ts';
import { connect, type ConnectionOptions, queriesOf, sendOn } from './connection.ts';
import { failureOf } from './failure.ts';
import { fullTextTables } from './full-text.ts';

/** "pairs" in ASCII. */
const migrationLock = 0x7061697273n;
const maxAttempts = 5;
const retryPauseMs = 500;

/** Makes the database sort text by its bytes, as SQLite does, whatever the collation of the database is. */
const withByteOrder = (sql: string): string => sql.replaceAll(/\btext\b/g, 'text collate "C"');

export interface Migrating {
  now: () => number;
  /** The known migrations; by default all. */
  known?: readonly Migration[];
  /** How long to wait for a database that cannot be reached. */
  patienceMs: number;
  /** Called once when the database cannot be reached. */
  onWait: (error: unknown) => void;
}

/**
 * Brings the schema up to date. Nodes that start together wait for the first of them by an advisory lock. On a database
 * without such locks, two nodes may migrate at once: one of them fails, tries again, and finds the work done.
 */
export const migratePostgres = async (
  options: ConnectionOptions,
  { now, known = migrations, patienceMs, onWait }: Migrating,
): Promise<void> => {
  const deadline = performance.now() + patienceMs;
  for (let attempt = 1; ; attempt++) {
    try {
      await migrateOnce(options, { now, known });
      return;
    } catch (error) {
      const isAway = ['away', 'busy'].includes(failureOf(error));
      const isFinal = isAway ? performance.now() >= deadline : attempt === maxAttempts;
      if (isFinal || error instanceof StartRefusal) throw error;
      if (isAway && attempt === 1) onWait(error);
      await pause(retryPauseMs);
    }
  }
};

const migrateOnce = async (
  options: ConnectionOptions,
  { now, known }: Required<Pick<Migrating, 'now' | 'known'>>,
): Promise<void> => {
  const client = await connect({ ...options, statementTimeoutMs: 0 });
  const send = sendOn(client);
  const run = (text: string): Promise<unknown> => send({ text }, []);
  try {
    await run(`select pg_advisory_lock(${String(migrationLock)})`);
    await run(withByteOrder(migrationTable));
    for (const { version, name, sql } of await pendingMigrations(queriesOf(send), known)) {
      await run('begin');
      await run(withByteOrder(sql));
      const record = 'insert into migration (version, name, applied_at) values ($1, $2, $3)';
      await send({ text: record }, [version, name, now()]);
      await run('commit');
    }
    const { rows } = await send({ text: `select 1 where to_regclass('search_entry') is null` }, []);
    if (rows.length > 0) await run(`begin; ${withByteOrder(fullTextTables)} ${followAllText}; commit`);
  } finally {
    await client.end();
  }
};
