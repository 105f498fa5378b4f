// JavaScript, so that the thread need not load the type stripper.
import { DatabaseSync } from 'node:sqlite';

/** @type {DatabaseSync | undefined} */
let db;

/** @param {import('./checkpointer.ts').CheckpointTask} task */
export default ({ file, mode }) => {
  // The timeout is short, because writers wait while the log starts over. It is long enough for a query to end.
  db ??= new DatabaseSync(file, { timeout: 20 });
  const result = db.prepare(`pragma wal_checkpoint(${mode})`).get();
  return { log: Number(result?.['log']), isBusy: result?.['busy'] === 1 };
};
