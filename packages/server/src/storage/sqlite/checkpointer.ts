import { Worker } from 'node:worker_threads';

export type CheckpointMode = 'passive' | 'restart' | 'truncate';
export interface CheckpointResult {
  /** Pages in the log. */
  log: number;
  /** Another process was in the way. */
  busy: boolean;
}

interface CheckpointerOptions {
  file: string;
  /** Runs a task while no transaction is open. */
  pauseWriters: (task: () => Promise<void>) => Promise<void>;
  onError: (error: unknown) => void;
  /** Pages of the write-ahead log (4 KiB each) above which writers are held back until it starts over. */
  restartAbovePages?: number;
  intervalMs?: number;
  /** Whether a snapshot reads from the log; it cannot start over while one does, and writers would wait in vain. */
  isLogInUse?: () => boolean;
}

/**
 * Moves pages from the write-ahead log into the database file, in a thread of its own: its syncs would hold up every
 * request. Writers go on meanwhile, but for the moment in which an overlong log starts over.
 */
export class Checkpointer {
  readonly #options: Required<CheckpointerOptions>;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #asked: PromiseWithResolvers<CheckpointResult> | undefined;
  /** Pages that the log had when another process kept it from starting over; it has not started over since. */
  #busyAt = 0;
  #closed = false;

  constructor(options: CheckpointerOptions) {
    this.#options = { restartAbovePages: 16_384, intervalMs: 500, isLogInUse: () => false, ...options };
  }

  /** Says that something was committed. */
  touch(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => {
      this.#running = (this.#running ?? Promise.resolve())
        .then(() => this.#checkpoint())
        .catch((error: unknown) => {
          // The log only grows until the next try.
          this.#options.onError(error);
        })
        .finally(() => {
          this.#timer = undefined;
          this.#running = undefined;
        });
    }, this.#options.intervalMs).unref();
  }

  /** Moves all of the log into the database file and empties it, unless somebody reads from it. */
  async emptyLog(): Promise<void> {
    const { pauseWriters, isLogInUse, onError } = this.#options;
    await this.#running;
    if (this.#closed || isLogInUse()) return;
    const emptying = pauseWriters(async () => {
      await this.#ask('truncate');
    }).catch(onError);
    this.#running = emptying;
    await emptying;
    if (this.#running === emptying) this.#running = undefined;
  }

  async #checkpoint(): Promise<void> {
    const { pauseWriters, restartAbovePages, isLogInUse } = this.#options;
    const { log } = await this.#ask('passive');
    if (log < this.#busyAt) this.#busyAt = 0;
    // Whoever reads elsewhere may do so for minutes: writers do not wait for that twice a second.
    if (isLogInUse() || log <= this.#busyAt + restartAbovePages) return;
    await pauseWriters(async () => {
      const { busy } = await this.#ask('restart');
      this.#busyAt = busy ? log : 0;
    });
  }

  async #ask(mode: CheckpointMode): Promise<CheckpointResult> {
    const worker = (this.#worker ??= this.#start());
    this.#asked = Promise.withResolvers();
    worker.postMessage(mode);
    // Writers may wait for the answer; a process in which nothing else goes on would end before it comes.
    worker.ref();
    try {
      return await this.#asked.promise;
    } finally {
      worker.unref();
    }
  }

  #start(): Worker {
    const script = new URL('./checkpoint-worker.js', import.meta.url);
    const worker = new Worker(script, {
      workerData: { file: this.#options.file },
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
    });
    // The next to ask gets another thread.
    const forget = (error: unknown): void => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#asked?.reject(error);
    };
    worker.on('message', (result: CheckpointResult) => this.#asked?.resolve(result));
    worker.on('error', forget);
    worker.on('exit', (code) => {
      forget(new Error(`the thread that makes checkpoints ended with ${String(code)}`));
    });
    worker.unref();
    return worker;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
    // Otherwise the process may end before the thread does, and with it before the database is closed.
    this.#worker?.ref();
    await this.#worker?.terminate();
  }
}
