import { Worker } from 'node:worker_threads';

export type CheckpointMode = 'noop' | 'passive' | 'restart' | 'truncate';
export interface CheckpointResult {
  /** The number of pages in the log. */
  log: number;
  /** Whether another connection kept the log from starting over. */
  busy: boolean;
}

interface CheckpointerOptions {
  file: string;
  /** Runs a task while no transaction is open. */
  pauseWriters: (task: () => Promise<void>) => Promise<void>;
  onError: (error: unknown) => void;
  /** Pages of the write-ahead log (4 KiB each) above which writers are held back until it starts over. */
  restartAbovePages?: number;
  /** The number of pages above which snapshots are ended if they keep the log from starting over. */
  endReadersAbovePages?: number;
  intervalMs?: number;
  /** Whether a snapshot reads from the log. The log cannot start over meanwhile, and writers would wait in vain. */
  isLogInUse?: () => boolean;
  /**
   * Lets no snapshot begin until the result is disposed of, and waits for the open ones for a limited time. With
   * `mustEnd` it then ends the snapshots that are still open.
   */
  holdReaders?: (mustEnd: boolean) => Promise<Disposable>;
  /** Called each time that pages were moved. */
  onMoved?: (result: CheckpointResult) => void;
}

/** At this multiple of `restartAbovePages`, the disk space matters more than the exports that hold snapshots. */
const overlong = 4;

/**
 * A log below this share of `restartAbovePages` is moved only after this number of intervals. After a complete move,
 * the next commit restarts the log and syncs its header on the serving thread, which must not happen often.
 */
const shortShare = 1 / 16;
const intervalsOfShortLog = 20;

/**
 * Moves pages from the write-ahead log into the database file, in a thread of its own, because its syncs would hold up
 * every request. Writers continue meanwhile, except for the moment in which an overlong log starts over.
 */
export class Checkpointer {
  readonly #options: Required<CheckpointerOptions>;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #asked: PromiseWithResolvers<CheckpointResult> | undefined;
  /** The number of pages of the log when a reader last kept it from starting over; 0 if it has started over since. */
  #busyAt = 0;
  /** The time of the last move. */
  #movedAt = -Infinity;
  /** Whether the move of a short log is postponed. */
  #isPostponed = false;
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

  /** Plans a checkpoint, after a commit. */
  touch(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => {
      this.#running = (this.#running ?? Promise.resolve())
        .then(() => this.#checkpoint())
        .catch((error: unknown) => {
          // A failure is harmless: the log only grows until the next attempt.
          this.#options.onError(error);
        })
        .finally(() => {
          this.#timer = undefined;
          this.#running = undefined;
          if (this.#isPostponed) this.touch();
        });
    }, this.#options.intervalMs).unref();
  }

  /** Moves all of the log into the database file and empties the log; returns false if somebody reads from it. */
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
    const { restartAbovePages, endReadersAbovePages, intervalMs, onMoved } = this.#options;
    const isShort = (await this.#ask('noop')).log < shortShare * restartAbovePages;
    this.#isPostponed = isShort && performance.now() < this.#movedAt + intervalsOfShortLog * intervalMs;
    if (this.#isPostponed) return;
    this.#movedAt = performance.now();
    const moved = await this.#ask('passive');
    onMoved(moved);
    const { log } = moved;
    if (log < this.#busyAt) this.#busyAt = 0;
    // A reader may read for minutes. Writers and other readers must not wait for it twice a second.
    if (log <= this.#busyAt + restartAbovePages) return;
    // A log file that keeps its size is faster to write and to sync, so only a file that grew too long is truncated.
    const mode = log > 2 * restartAbovePages ? 'truncate' : 'restart';
    this.#busyAt = (await this.#startOver(mode, log > endReadersAbovePages)) ? 0 : log;
  }

  /** Returns false if a reader kept the log from starting over. */
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
    // Writers may wait for the answer. Without the reference, a process with no other work would end before the answer
    // comes.
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
    // The next request gets a new thread.
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
