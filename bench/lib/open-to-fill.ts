import { join } from 'node:path';
import { systemClock } from '../../packages/server/src/lib/clock.ts';
import { openSqlite } from '../../packages/server/src/storage/sqlite/open.ts';
import type { Storage } from '../../packages/server/src/storage/storage.ts';

/** The database of a service that does not run, to put something into. */
export const openToFill = (folder: string): Promise<Storage> =>
  openSqlite({
    file: join(folder, 'pairspace.sqlite'),
    clock: systemClock,
    onNudge: () => undefined,
    onAnnounce: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
