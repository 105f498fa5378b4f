import { extname } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';

/**
 * Starts a thread, with Node's compile cache on disk. `program` is the URL of the thread's program without the
 * extension; the extension is that of this file (`.ts` or `.js`).
 */
export const startThread = (program: URL, resourceLimits: ResourceLimits): Worker => {
  const worker = new Worker(new URL('./run-program.js', import.meta.url), {
    workerData: { program: `${program.href}${extname(import.meta.filename)}` },
    resourceLimits,
  });
  worker.unref();
  // A caller that waits for the thread gets the error too. If nobody waits, the error can be ignored.
  worker.on('error', () => undefined);
  return worker;
};
