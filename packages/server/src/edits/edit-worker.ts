import { parentPort } from 'node:worker_threads';
import { invariant } from '../lib/invariant.ts';
import { type EditTask, editText } from './edit-text.ts';

invariant(parentPort, 'this file runs as a worker thread');
const port = parentPort;

port.on('message', (task: EditTask) => {
  port.postMessage(editText(task));
});
