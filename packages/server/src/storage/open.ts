import { join } from 'node:path';
import type { BackendOptions, Storage } from './storage.ts';

interface StorageOptions extends BackendOptions {
  /** The folder of the embedded database, unless there is a `databaseUrl`. */
  dataFolder: string;
  databaseUrl: string | undefined;
  databaseConnections: number;
  onRetry: () => void;
  onError: (error: unknown) => void;
  /** Called when the database cannot be reached and the opening waits for it. */
  onWait: (error: unknown) => void;
}

/**
 * How long the opening waits for the database. The limit is generous, because the database may be starting at the same
 * time.
 */
const patienceMs = 60_000;

/** Opens the database that the settings name. Only the code of that backend is loaded. */
export const openStorage = async ({
  dataFolder,
  databaseUrl,
  databaseConnections,
  ...options
}: StorageOptions): Promise<Storage> => {
  if (databaseUrl === undefined) {
    const { openSqlite } = await import('./sqlite/open.ts');
    return await openSqlite({ ...options, file: join(dataFolder, 'pairspace.sqlite') });
  }
  const { openPostgres } = await import('./postgres/open.ts');
  return await openPostgres({ ...options, url: databaseUrl, connections: databaseConnections, patienceMs });
};
