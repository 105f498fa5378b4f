import { parentPort } from 'node:worker_threads';
import { invariant } from '../../lib/invariant.ts';
import type { RichText } from './render-thread.ts';
import { codeHtml, markdownHtml } from './rich-text.ts';

invariant(parentPort, 'this file runs as a worker thread');
const port = parentPort;

port.on('message', (task: RichText) => {
  port.postMessage(task.kind === 'code' ? [codeHtml(task.text, task.path)] : task.texts.map(markdownHtml));
});
