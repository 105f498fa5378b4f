import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileAtomically } from '../lib/create-file-atomically.ts';

interface Backup {
  folder: string;
  /** What the copy of the database is called there. */
  name: string;
  /** The file of the key, if the installation has one. */
  key: string | undefined;
  copyDatabase: (draft: string) => Promise<void>;
}

/** Puts the key into a folder, and then the database: where there is a database, it is whole and its key beside it. */
export const makeBackup = async ({ folder, name, key, copyDatabase }: Backup): Promise<void> => {
  const database = join(folder, name);
  if (existsSync(database)) throw new Error(`${database} is there already.`);
  await placeKey(key, join(folder, 'secret.key'));
  await createFileAtomically(database, copyDatabase);
};

/** One that is there already stays, and must be the same: a backup that was interrupted may have left it. */
const placeKey = async (from: string | undefined, to: string): Promise<void> => {
  const key = from !== undefined && existsSync(from) ? await readFile(from) : undefined;
  if (existsSync(to)) {
    if (key?.equals(await readFile(to))) return;
    throw new Error(`${to} is there already, and is the key of another installation.`);
  }
  if (key) await createFileAtomically(to, (draft) => writeFile(draft, key));
};
