import { Piscina } from 'piscina';

export interface CheckpointTask {
  file: string;
  mode: 'noop' | 'passive' | 'restart' | 'truncate';
}

interface CheckpointResult {
  /** The number of pages in the log. */
  log: number;
  /** Whether another connection kept the log from starting over. */
  isBusy: boolean;
}

interface CheckpointerOptions {
  file: string;
  /** Runs a task while no transaction is open. */
  pauseWriters: <T>(task: () => Promise<T>) => Promise<T>;
  /** The snapshots, which keep the log from starting over. */
  snapshots: { readonly size: number; closeAll: () => void };
  onError: (error: unknown) => void;
  /** The number of pages (4 KiB each) above which the log starts over. */
  mostPages?: number;
  intervalMs?: number;
}

/** A log below this share of `mostPages` is moved only after this number of intervals. */
const shortShare = 1 / 16;
const intervalsOfShortLog = 20;
/** At this multiple of `mostPages`, the disk space matters more than the exports that hold snapshots. */
const overlong = 4;

/**
 * Keeps the write-ahead log short. After commits, a thread moves the pages of the log into the database file while
 * writers continue; it moves a short log rarely, because the commit after a complete move restarts the log and syncs on
 * the serving thread. Only a log that has grown too long makes writers wait, until it has started over.
 */
export class Checkpointer {
  readonly #options: Required<CheckpointerOptions>;
  readonly #thread = new Piscina<CheckpointTask, CheckpointResult>({
    filename: new URL('./checkpoint-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Infinity,
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
  });
  #timer: NodeJS.Timeout | undefined;
  /** Settles when the last task so far is over. Never rejects. */
  #last: Promise<unknown> = Promise.resolve();
  #movedAt = -Infinity;
  /** The length of the log when somebody last kept it from starting over; it must grow by as much before the next try. */
  #busyAt = 0;
  #isClosed = false;

  constructor(options: CheckpointerOptions) {
    this.#options = { mostPages: 16_384, intervalMs: 500, ...options };
    this.#thread.on('error', options.onError);
  }

  /** Plans a checkpoint, after a commit. */
  touch(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => void this.#inTurn(() => this.#checkpoint()), this.#options.intervalMs).unref();
  }

  /** Moves all of the log into the database file and empties the log; returns false if somebody reads from it. */
  async emptyLog(): Promise<boolean> {
    return (await this.#inTurn(() => this.#startOver('truncate'))) ?? false;
  }

  /** Runs a task after those before. A failure is harmless: the log only grows until the next task. */
  #inTurn<T>(task: () => Promise<T>): Promise<T | undefined> {
    const done = this.#last
      .then(() => (this.#isClosed ? undefined : task()))
      .catch((error: unknown) => {
        this.#options.onError(error);
        return undefined;
      });
    this.#last = done;
    return done;
  }

  async #checkpoint(): Promise<void> {
    this.#timer = undefined;
    const { mostPages, intervalMs, snapshots } = this.#options;
    const { log: length } = await this.#run('noop');
    if (length < shortShare * mostPages && performance.now() < this.#movedAt + intervalsOfShortLog * intervalMs) {
      this.touch();
      return;
    }
    this.#movedAt = performance.now();
    const { log } = await this.#run('passive');
    if (log < this.#busyAt) this.#busyAt = 0;
    if (log <= this.#busyAt + mostPages) return;
    if (log > overlong * mostPages) snapshots.closeAll();
    // A file that keeps its size is faster to sync, so only a file that grew far too long is truncated.
    this.#busyAt = (await this.#startOver(log > 2 * mostPages ? 'truncate' : 'restart')) ? 0 : log;
  }

  /** Returns false if a reader kept the log from starting over. */
  async #startOver(mode: 'restart' | 'truncate'): Promise<boolean> {
    const { pauseWriters, snapshots } = this.#options;
    if (snapshots.size > 0) return false;
    return !(await pauseWriters(() => this.#run(mode))).isBusy;
  }

  #run(mode: CheckpointTask['mode']): Promise<CheckpointResult> {
    return this.#thread.run({ file: this.#options.file, mode });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#last;
    await this.#thread.destroy();
  }
}
