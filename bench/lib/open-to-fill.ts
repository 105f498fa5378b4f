import { systemClock } from '@pairspace/server';
import { openSqlite, type Storage } from '@pairspace/server/inside';
import { join } from 'node:path';

/** The database of a service that does not run, to put something into. */
export const openToFill = (folder: string): Promise<Storage> =>
  openSqlite({
    file: join(folder, 'pairspace.sqlite'),
    clock: systemClock,
    onNotify: () => undefined,
    onAnnounce: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
