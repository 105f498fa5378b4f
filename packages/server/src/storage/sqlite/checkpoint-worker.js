// JavaScript, so that the thread need not load the type stripper.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

// The timeout is short, because writers wait while the log starts over. It is long enough for a query to end.
const db = new DatabaseSync(workerData.file, { timeout: 20 });
db.exec('pragma synchronous = normal; pragma wal_autocheckpoint = 0');
const checkpoint = {
  noop: db.prepare('pragma wal_checkpoint(noop)'),
  passive: db.prepare('pragma wal_checkpoint(passive)'),
  restart: db.prepare('pragma wal_checkpoint(restart)'),
  truncate: db.prepare('pragma wal_checkpoint(truncate)'),
};

parentPort?.on('message', (/** @type {import('./checkpointer.ts').CheckpointMode} */ mode) => {
  const result = checkpoint[mode].get();
  parentPort?.postMessage({ log: Number(result?.['log']), busy: result?.['busy'] === 1 });
});
