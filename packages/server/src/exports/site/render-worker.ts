import { parentPort } from 'node:worker_threads';
import { invariant } from '../../lib/invariant.ts';
import type { Rendered, RichText } from './render-thread.ts';
import { codeHtml, markdownHtml } from './rich-text.ts';

invariant(parentPort, 'this file runs as a worker thread');
const port = parentPort;

port.on('message', (task: RichText) => {
  const before = process.threadCpuUsage();
  const html = task.kind === 'code' ? [codeHtml(task.text, task.path)] : task.texts.map(markdownHtml);
  const { user, system } = process.threadCpuUsage(before);
  port.postMessage({ html, cpuMs: (user + system) / 1000 } satisfies Rendered);
});
