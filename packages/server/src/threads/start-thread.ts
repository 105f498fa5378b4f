import { extname } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';

/**
 * Starts a thread, with Node's compile cache on disk. `program` is the URL of its program without the extension, which
 * is that of the running program.
 */
export const startThread = (program: URL, resourceLimits: ResourceLimits): Worker => {
  const worker = new Worker(new URL('./run-program.js', import.meta.url), {
    workerData: { program: `${program.href}${extname(import.meta.filename)}` },
    resourceLimits,
  });
  worker.unref();
  // A waiting caller gets the error as well; without one, nothing is lost.
  worker.on('error', () => undefined);
  return worker;
};
