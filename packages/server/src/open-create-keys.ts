import type { CreateKey, NewCreateKey } from '@pairspace/protocol';
import { listCreateKeys, makeCreateKey, revokeCreateKey } from './access/create-key.ts';
import type { Config } from './config.ts';
import { systemClock } from './lib/clock.ts';
import { openStorage } from './storage/open.ts';
import { lockFolder } from './storage/sqlite/lock-folder.ts';

/** The keys of a closed service, straight from its database. */
export interface CreateKeys extends AsyncDisposable {
  make: (name: string) => Promise<NewCreateKey>;
  /** All of them, newest first. */
  list: () => AsyncIterable<CreateKey>;
  revoke: (id: string) => Promise<unknown>;
}

const nothing = (): void => undefined;

/**
 * Opens the database that the settings name. A data folder serves one process at a time (NET-30), so with the embedded
 * database this is refused while the service runs; then the service's endpoints do the same.
 */
export const openCreateKeys = async (config: Config): Promise<CreateKeys> => {
  const lock = config.databaseUrl === undefined ? lockFolder(config.dataFolder) : undefined;
  const storage = await openStorage({
    ...config,
    clock: systemClock,
    onNotify: nothing,
    onAnnounce: nothing,
    onBatch: nothing,
    onRetry: nothing,
    onError: nothing,
    onWait: nothing,
  });
  return {
    make: (name) => storage.write((tx) => makeCreateKey(tx, name)),
    revoke: (id) => storage.write((tx) => revokeCreateKey(tx, id)),
    async *list() {
      let cursor: string | undefined;
      do {
        const page = await listCreateKeys(storage.read, { limit: 200, cursor });
        yield* page.items;
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
    },
    async [Symbol.asyncDispose]() {
      await storage[Symbol.asyncDispose]();
      lock?.[Symbol.dispose]();
    },
  };
};
