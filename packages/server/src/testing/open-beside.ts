import { join } from 'node:path';
import { openSqlite } from '../storage/sqlite/open.ts';
import type { Storage } from '../storage/storage.ts';
import type { TestApp } from './test-app.ts';

/** The database of a service as another process has it. */
export const openBeside = ({ folder, clock }: TestApp): Promise<Storage> =>
  openSqlite({
    file: join(folder, 'pairspace.sqlite'),
    clock,
    onNudge: () => undefined,
    onAnnounce: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
