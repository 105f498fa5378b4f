import { copyFile, constants } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backUpSqlite } from '../storage/sqlite/back-up.ts';

/** Copies the folder of an embedded installation, while it runs, into a folder that the service can run on. */
export const backUpInstallation = async (from: string, to: string): Promise<void> => {
  await backUpSqlite(join(from, 'pairspace.sqlite'), join(to, 'pairspace.sqlite'));
  const key = join(from, 'secret.key');
  if (existsSync(key)) await copyFile(key, join(to, 'secret.key'), constants.COPYFILE_EXCL);
};
