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
  /** Pages above which snapshots that keep the log from starting over are ended. */
  endReadersAbovePages?: number;
  intervalMs?: number;
  /** Whether a snapshot reads from the log; it cannot start over while one does, and writers would wait in vain. */
  isLogInUse?: () => boolean;
  /** Lets no snapshot begin until disposed of, and waits shortly for the open ones; `mustEnd`: ends those that last. */
  holdReaders?: (mustEnd: boolean) => Promise<Disposable>;
  /** Told of each time that pages were moved. */
  onMoved?: (result: CheckpointResult) => void;
}

/** With four times as many pages the disk space counts for more than the exports. */
const overlong = 4;

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
  /** Pages that the log had when a reader kept it from starting over; it has not started over since. */
  #busyAt = 0;
  #closed = false;

  constructor(options: CheckpointerOptions) {
    const { restartAbovePages = 16_384 } = options;
    this.#options = {
      restartAbovePages,
      endReadersAbovePages: overlong * restartAbovePages,
      intervalMs: 500,
      isLogInUse: () => false,
      holdReaders: () => Promise.resolve(new DisposableStack()),
      onMoved: () => undefined,
      ...options,
    };
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

  /** Moves all of the log into the database file and empties it; answers false when somebody reads from it. */
  async emptyLog(): Promise<boolean> {
    await this.#running;
    if (this.#closed) return true;
    let isEmpty = false;
    const emptying = this.#startOver('truncate', false).then((isDone) => {
      isEmpty = isDone;
    }, this.#options.onError);
    this.#running = emptying;
    await emptying;
    if (this.#running === emptying) this.#running = undefined;
    return isEmpty;
  }

  async #checkpoint(): Promise<void> {
    const { restartAbovePages, endReadersAbovePages, onMoved } = this.#options;
    const moved = await this.#ask('passive');
    onMoved(moved);
    const { log } = moved;
    if (log < this.#busyAt) this.#busyAt = 0;
    // A reader may read for minutes. Writers and other readers must not wait for it twice a second.
    if (log <= this.#busyAt + restartAbovePages) return;
    // A file that is there already is quicker to write and to sync; one that grew too long gives its room back.
    const mode = log > 2 * restartAbovePages ? 'truncate' : 'restart';
    this.#busyAt = (await this.#startOver(mode, log > endReadersAbovePages)) ? 0 : log;
  }

  /** Answers false when a reader was in the way. */
  async #startOver(mode: CheckpointMode, mustEnd: boolean): Promise<boolean> {
    const { pauseWriters, isLogInUse, holdReaders } = this.#options;
    using held = new DisposableStack();
    held.use(await holdReaders(mustEnd));
    if (isLogInUse()) return false;
    let isBusy = false;
    await pauseWriters(async () => {
      isBusy = (await this.#ask(mode)).busy;
    });
    return !isBusy;
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
