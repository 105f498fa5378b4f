import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileAtomically } from '../lib/create-file-atomically.ts';

interface Backup {
  folder: string;
  /** The file name of the database's copy. */
  name: string;
  /** The file of the key, if the installation has one. */
  key: string | undefined;
  copyDatabase: (draft: string) => Promise<void>;
}

/**
 * Copies the key into a folder, and then the database. So a database in the folder is complete and has its key beside
 * it.
 */
export const makeBackup = async ({ folder, name, key, copyDatabase }: Backup): Promise<void> => {
  const database = join(folder, name);
  if (existsSync(database)) throw new Error(`${database} is there already.`);
  await placeKey(key, join(folder, 'secret.key'));
  await createFileAtomically(database, copyDatabase);
};

/** An existing key must be the same, because an interrupted backup may have left it. */
const placeKey = async (from: string | undefined, to: string): Promise<void> => {
  const key = from !== undefined && existsSync(from) ? await readFile(from) : undefined;
  if (existsSync(to)) {
    if (key?.equals(await readFile(to))) return;
    throw new Error(`${to} is there already, and is the key of another installation.`);
  }
  if (key) await createFileAtomically(to, (draft) => writeFile(draft, key));
};
