import { backup, DatabaseSync } from 'node:sqlite';

/** Copies the state of a database at one moment into an empty file, while others write to the database. */
export const backUpSqlite = async (file: string, to: string): Promise<void> => {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    // The backup copies all pages in one step, so that the copy shows one moment. Writers only append to the log, and
    // need not wait.
    await backup(db, to, { rate: 2 ** 30 });
  } finally {
    db.close();
  }
};
