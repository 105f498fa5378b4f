import { join } from 'node:path';
import { openPostgres } from '../storage/postgres/open.ts';
import { openSqlite } from '../storage/sqlite/open.ts';
import type { Storage } from '../storage/storage.ts';
import type { TestApp } from './test-app.ts';

/** The database of a service as another process has it. */
export const openBeside = ({ folder, clock, databaseUrl }: TestApp): Promise<Storage> => {
  const quiet = { clock, onNudge: () => undefined, onAnnounce: () => undefined };
  if (databaseUrl !== undefined) return openPostgres({ ...quiet, url: databaseUrl, connections: 5 });
  return openSqlite({
    ...quiet,
    file: join(folder, 'pairspace.sqlite'),
    onError: (error) => {
      throw error;
    },
  });
};
