import type { SecretBox } from '../lib/secret-box.ts';
import type { Storage } from './storage.ts';

const otherKey =
  'The webhook secrets in this database are encrypted with another key. ' +
  'PAIRSPACE_SECRET_KEY must be the same for every process and every start.';
const known = 'pairspace';
/** The purpose of the known text; no webhook has this id. */
const purpose = 'key check';

/**
 * Whether this key encrypted the secrets of the database: the first process stores an encrypted known text, and every
 * other process must be able to decrypt it.
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

/**
 * Keeps a process with another key from starting on a shared database, beside other senders of webhooks. A process with
 * its own database logs a warning and continues.
 */
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
