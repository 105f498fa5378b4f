import { parentPort } from 'node:worker_threads';
import { invariant } from '../../lib/invariant.ts';
import type { Rendered, RichText } from './render-thread.ts';
import { changesHtml } from './changes-html.ts';
import { codeHtml, markdownHtml } from './rich-text.ts';

invariant(parentPort, 'this file runs as a worker thread');
const port = parentPort;

const htmlOf = (task: RichText): string[] => {
  if (task.kind === 'code') return [codeHtml(task.text, task.path)];
  if (task.kind === 'changes') return [changesHtml(task.before, task.after)];
  return task.texts.map(markdownHtml);
};

port.on('message', (task: RichText) => {
  const before = process.threadCpuUsage();
  const html = htmlOf(task);
  const { user, system } = process.threadCpuUsage(before);
  port.postMessage({ html, cpuMs: (user + system) / 1000 } satisfies Rendered);
});

// Says that all is loaded; tasks come after this.
port.postMessage('ready');
