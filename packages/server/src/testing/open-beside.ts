import { ServiceError } from '@pairspace/protocol';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openPostgres } from '../storage/postgres/open.ts';
import { openSqlite } from '../storage/sqlite/open.ts';
import type { Storage } from '../storage/storage.ts';
import type { TestApp } from './test-app.ts';

/**
 * The database of a service, opened as by another process. On SQLite a write is repeated while the service holds the
 * lock. Only tests need that: no second process writes to the file of a service.
 */
export const openBeside = async ({ folder, clock, databaseUrl }: TestApp): Promise<Storage> => {
  const quiet = { clock, onNotify: () => undefined, onAnnounce: () => undefined };
  if (databaseUrl !== undefined) return openPostgres({ ...quiet, url: databaseUrl, connections: 5 });
  const storage = await openSqlite({
    ...quiet,
    file: join(folder, 'pairspace.sqlite'),
    onError: (error) => {
      throw error;
    },
  });
  return { ...storage, write: (work, options) => untilUnlocked(() => storage.write(work, options)) };
};

/** Repeats what writes to the file of a service, or starts another service on it, while the service holds the lock. */
export const untilUnlocked = async <T>(write: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'UNAVAILABLE') || tries === 1000) throw error;
      await pause(50);
    }
  }
};
