import type { CreateKey, NewCreateKey } from '@pairspace/protocol';
import { appendAdminEntry } from './access/admin-log.ts';
import { listCreateKeys, makeCreateKey } from './access/create-key.ts';
import type { Config } from './config.ts';
import { systemClock } from './lib/clock.ts';
import { openStorage } from './storage/open.ts';
import type { Storage } from './storage/storage.ts';
import { createKeyOf } from './access/origin.ts';
import { endCreateKey } from './sessions/end-create-key.ts';
import { carryOutEnd } from './sessions/end-made.ts';
import { lockFolder } from './storage/sqlite/lock-folder.ts';

/** The create keys of a closed service, read and changed directly in its database. */
export interface CreateKeys extends AsyncDisposable {
  make: (key: { name: string; expiresAt?: string | undefined }) => Promise<NewCreateKey>;
  /** All keys, newest first. */
  list: () => AsyncIterable<CreateKey>;
  /** Ends a key, and with `everything` also all that was made under it. */
  revoke: (id: string, everything: boolean) => Promise<{ seatsOfOthers?: number | undefined }>;
}

const path = '/api/create-keys';
const nothing = (): void => undefined;

/**
 * Opens the database that the settings name. A data folder serves one process at a time (NET-30), so with the embedded
 * database the call fails while the service runs; the service's endpoints for create keys do the same work then.
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
    ...changesOf(storage),
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

/** The functions that change keys, each with its entry in the administration log. */
const changesOf = (storage: Storage): Pick<CreateKeys, 'make' | 'revoke'> => ({
  make: (key) =>
    storage.write(async (tx) => {
      const made = await makeCreateKey(tx, key);
      await appendAdminEntry(tx, { action: 'makeCreateKey', target: path, details: { ...key, id: made.id } });
      return made;
    }),
  async revoke(id, everything) {
    const seatsOfOthers = await storage.write(async (tx) => {
      const others = await endCreateKey(tx, id, everything);
      await appendAdminEntry(tx, {
        action: 'revokeCreateKey',
        target: `${path}/${id}`,
        details: { everything: String(everything) },
      });
      return others;
    });
    if (everything) await carryOutEnd({ storage, closing: new AbortController().signal }, createKeyOf(id));
    return { seatsOfOthers };
  },
});
