import { backup, DatabaseSync } from 'node:sqlite';

/** Copies a database, as it is at one moment, into an empty file, while others write to it. */
export const backUpSqlite = async (file: string, to: string): Promise<void> => {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    // All pages in one step: the copy is of one moment, and writers, who only append to the log, need not wait.
    await backup(db, to, { rate: 2 ** 30 });
  } finally {
    db.close();
  }
};
