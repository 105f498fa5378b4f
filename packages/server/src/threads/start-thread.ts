import { extname } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';

/**
 * Starts a thread. It reuses the compiled code that Node keeps on disk. `program` is the URL of its program without its
 * ending, which is that of the program that runs.
 */
export const startThread = (program: URL, resourceLimits: ResourceLimits): Worker => {
  const worker = new Worker(new URL('./run-program.js', import.meta.url), {
    workerData: { program: `${program.href}${extname(import.meta.filename)}` },
    resourceLimits,
  });
  worker.unref();
  // Whoever waits for an answer is told as well; when nobody waits, nothing is lost.
  worker.on('error', () => undefined);
  return worker;
};
