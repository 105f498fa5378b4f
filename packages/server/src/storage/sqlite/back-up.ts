import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

/** Copies a database to a file that must not be there yet, as it is at one moment, while others write to it. */
export const backUpSqlite = async (file: string, to: string): Promise<void> => {
  if (!existsSync(file)) throw new Error(`${file} is not there.`);
  if (existsSync(to)) throw new Error(`${to} is there already.`);
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const draft = `${to}.part`;
  await rm(draft, { force: true });
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    // All pages in one step: the copy is of one moment, and writers, who only append to the log, need not wait.
    await backup(db, draft, { rate: 2 ** 30 });
    await sync(draft);
    await rename(draft, to);
    await sync(dirname(to));
  } finally {
    db.close();
    await rm(draft, { force: true });
  }
};

const sync = async (path: string): Promise<void> => {
  await using handle = await open(path, 'r');
  await handle.sync();
};
