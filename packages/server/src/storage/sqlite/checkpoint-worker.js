// JavaScript, so that the thread need not load the type stripper.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

const db = new DatabaseSync(workerData.file, { timeout: 1000 });
db.exec('pragma synchronous = normal; pragma wal_autocheckpoint = 0');
const checkpoint = {
  passive: db.prepare('pragma wal_checkpoint(passive)'),
  restart: db.prepare('pragma wal_checkpoint(restart)'),
};

parentPort?.on('message', (/** @type {import('./checkpointer.ts').CheckpointMode} */ mode) => {
  parentPort?.postMessage({ log: Number(checkpoint[mode].get()?.['log']) });
});
