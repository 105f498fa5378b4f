import type { Quota } from '../../limits/quota.ts';
import { WorkerThread } from '../../threads/worker-thread.ts';
import { type ExportPart, exportReader, type ReadPart } from './read-export.ts';

/** Reads one export, part by part. */
export type Reader = (part: ExportPart) => ReadPart | Promise<ReadPart>;

interface Client {
  address: string;
  gone: AbortSignal;
}

/** How long an import waits for a thread. */
const waitMs = 30_000;
/** How long a thread is kept without work. */
const idleMs = 10_000;

type Thread = WorkerThread<ExportPart, ReadPart>;

/**
 * Readers of exports. A small export is read on the main thread; a larger one in a worker thread, because it would
 * block other requests.
 */
export class ImportReaders {
  readonly #quota: Quota;
  readonly #idle: { thread: Thread; timer: NodeJS.Timeout }[] = [];

  constructor(quota: Quota, closing: AbortSignal) {
    this.#quota = quota;
    closing.addEventListener('abort', () => {
      for (const { thread, timer } of this.#idle.splice(0)) {
        clearTimeout(timer);
        void thread[Symbol.asyncDispose]();
      }
    });
  }

  small<T>(work: (read: Reader) => Promise<T>): Promise<T> {
    return work(exportReader());
  }

  /** Waits for a thread, and lends it to `work`. */
  async large<T>({ address, gone }: Client, work: (read: Reader) => Promise<T>): Promise<T> {
    using held = this.#quota.open({ address, client: address });
    await held.wait(1, { waitMs, signal: gone });
    const thread = this.#take();
    try {
      return await work((part) => thread.run(part));
    } finally {
      this.#keep(thread);
    }
  }

  #take(): Thread {
    const kept = this.#idle.pop();
    clearTimeout(kept?.timer);
    return (
      kept?.thread ??
      new WorkerThread<ExportPart, ReadPart>({
        program: new URL('./read-export-worker', import.meta.url),
        patienceMs: 60_000,
      })
    );
  }

  #keep(thread: Thread): void {
    const timer = setTimeout(() => {
      const at = this.#idle.findIndex((one) => one.thread === thread);
      this.#idle.splice(at, 1);
      void thread[Symbol.asyncDispose]();
    }, idleMs);
    timer.unref();
    this.#idle.push({ thread, timer });
  }
}
