import type { SecretBox } from '../lib/secret-box.ts';
import type { Storage } from './storage.ts';

const otherKey =
  'The webhook secrets in this database are sealed under another key. ' +
  'PAIRSPACE_SECRET_KEY must be the same for every process and every start.';
const known = 'pairspace';
/** What the known text is sealed for, which no webhook is called. */
const purpose = 'key check';

/**
 * Whether the secrets of this database are sealed under this key: the first process leaves a known text in it, sealed
 * under its own, and every other must be able to open that.
 */
const isKeyOfDatabase = async (storage: Storage, secrets: SecretBox): Promise<boolean> => {
  const row = await storage.write(
    async (tx) => {
      await tx.run`
        insert into key_check (id, sealed) values (1, ${secrets.seal(known, purpose)}) on conflict (id) do nothing
      `;
      return tx.get<{ sealed: string }>`select sealed from key_check where id = 1`;
    },
    { concurrent: true },
  );
  try {
    return secrets.open(row?.sealed ?? '', purpose) === known;
  } catch {
    return false;
  }
};

/** Lets a process with another key not come up where it would send beside others; alone it says so and goes on. */
export const checkKey = async (
  storage: Storage,
  secrets: SecretBox,
  { isShared, onOtherKey }: { isShared: boolean; onOtherKey: (why: string) => void },
): Promise<void> => {
  if (await isKeyOfDatabase(storage, secrets)) return;
  if (!isShared) {
    onOtherKey(otherKey);
    return;
  }
  await storage[Symbol.asyncDispose]();
  throw new Error(otherKey);
};
