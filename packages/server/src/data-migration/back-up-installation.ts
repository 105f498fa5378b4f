import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backUpSqlite } from '../storage/sqlite/back-up.ts';
import { makeBackup } from './make-backup.ts';

/** Copies the folder of a running embedded installation. The service can run on the copy. */
export const backUpInstallation = async (from: string, to: string): Promise<void> => {
  const name = 'pairspace.sqlite';
  const database = join(from, name);
  if (!existsSync(database)) throw new Error(`${database} is not there.`);
  await makeBackup({
    folder: to,
    name,
    key: join(from, 'secret.key'),
    copyDatabase: (draft) => backUpSqlite(database, draft),
  });
};
