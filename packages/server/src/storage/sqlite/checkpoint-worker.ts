import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '../../lib/invariant.ts';
import type { CheckpointMode, CheckpointResult } from './checkpointer.ts';

invariant(parentPort, 'this file runs as a worker thread');
const port = parentPort;
const { file } = workerData as { file: string };
const db = new DatabaseSync(file, { timeout: 1000 });
db.exec('pragma synchronous = normal; pragma wal_autocheckpoint = 0');
const checkpoint = {
  passive: db.prepare('pragma wal_checkpoint(passive)'),
  restart: db.prepare('pragma wal_checkpoint(restart)'),
};

port.on('message', (mode: CheckpointMode) => {
  const row = checkpoint[mode].get();
  port.postMessage({ log: Number(row?.['log']) } satisfies CheckpointResult);
});
