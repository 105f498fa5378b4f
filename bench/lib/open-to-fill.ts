import { systemClock } from '@pairspace/server';
import { openSqlite, type Storage } from '@pairspace/server/inside';
import { join } from 'node:path';

/** Opens the database of a stopped service for inserts. */
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
