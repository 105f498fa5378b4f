import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Pages of the write-ahead log (4 KiB each) above which writers are held back until it starts over. */
const restartAbovePages = 16_384;
const intervalMs = 500;

export type CheckpointMode = 'passive' | 'restart';
export interface CheckpointResult {
  /** Pages in the log. */
  log: number;
}

interface CheckpointerOptions {
  file: string;
  /** Runs a task while no transaction is open. */
  pauseWriters: (task: () => Promise<void>) => Promise<void>;
}

/**
 * Moves pages from the write-ahead log into the database file, in a thread of its own: its syncs would hold up every
 * request. Writers go on meanwhile, but for the moment in which an overlong log starts over.
 */
export class Checkpointer {
  readonly #options: CheckpointerOptions;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(options: CheckpointerOptions) {
    this.#options = options;
  }

  /** Says that something was committed. */
  touch(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => {
      this.#running = this.#checkpoint().finally(() => {
        this.#timer = undefined;
        this.#running = undefined;
      });
    }, intervalMs).unref();
  }

  async #checkpoint(): Promise<void> {
    const { log } = await this.#ask('passive');
    if (log > restartAbovePages) {
      await this.#options.pauseWriters(async () => {
        await this.#ask('restart');
      });
    }
  }

  #ask(mode: CheckpointMode): Promise<CheckpointResult> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const { promise, resolve, reject } = Promise.withResolvers<CheckpointResult>();
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.postMessage(mode);
    return promise.finally(() => {
      worker.removeAllListeners();
    });
  }

  #start(): Worker {
    const script = new URL(`./checkpoint-worker${extname(import.meta.filename)}`, import.meta.url);
    const worker = new Worker(script, { workerData: { file: this.#options.file } });
    worker.unref();
    return worker;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    // Otherwise the process may end before the thread does, and with it before the database is closed.
    this.#worker?.ref();
    await this.#running?.catch(() => undefined);
    await this.#worker?.terminate();
  }
}
