import { extname } from 'node:path';
import { Piscina } from 'piscina';

interface ThreadsOptions {
  /** The URL of the program of a thread without the extension, which is that of this file (`.ts` or `.js`). */
  program: URL;
  maxThreads?: number;
  megabytes?: number;
  /** How long an idle thread is kept, because a thread with compiled code makes the next task faster. */
  idleMs?: number;
}

/** Opens a pool of threads, which start when they are needed, with Node's compile cache on disk. */
export const openThreads = <Request, Answer>({
  program,
  maxThreads = 1,
  megabytes = 256,
  idleMs = Infinity,
}: ThreadsOptions): Piscina<Request, Answer> =>
  new Piscina<Request, Answer>({
    filename: new URL('./run-program.js', import.meta.url).href,
    workerData: { program: `${program.href}${extname(import.meta.filename)}` },
    minThreads: 0,
    maxThreads,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 16 },
    // A caller that waits for the thread gets the error too. If nobody waits, the error can be ignored.
  }).on('error', () => undefined);
