import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../lib/clock.ts';
import { openSqlite } from '../storage/sqlite/open.ts';
import type { Storage } from '../storage/storage.ts';
import { assertEntities } from './assert-entities.ts';

export interface TestStorage extends AsyncDisposable {
  storage: Storage;
}

/** A separate database in a temporary folder, for operations without a service. */
export const openTestStorage = async (clock: Clock): Promise<TestStorage> => {
  const folder = await mkdtemp(join(tmpdir(), 'pairspace-test-'));
  const storage = await openSqlite({
    file: join(folder, 'pairspace.sqlite'),
    clock,
    onNotify: () => undefined,
    onAnnounce: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  return {
    storage,
    async [Symbol.asyncDispose]() {
      await storage[Symbol.asyncDispose]();
      await assertEntities({ databaseUrl: undefined, folder });
      await rm(folder, { recursive: true, force: true });
    },
  };
};
