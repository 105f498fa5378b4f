import type { Places } from '../../limits/places.ts';
import { WorkerThread } from '../../threads/worker-thread.ts';
import { type ExportPart, exportReader, type ReadPart } from './read-export.ts';

/** Reads one export, part by part. */
export type Reader = (part: ExportPart) => ReadPart | Promise<ReadPart>;

/** How long a thread is kept without work. */
const idleMs = 10_000;

type Thread = WorkerThread<ExportPart, ReadPart>;

/**
 * Readers of exports. A small export is read on the main thread; a larger one in a worker thread, because it would
 * block other requests.
 */
export class ImportReaders {
  readonly #places: Places;
  readonly #idle: { thread: Thread; timer: NodeJS.Timeout }[] = [];

  constructor(places: Places, closing: AbortSignal) {
    this.#places = places;
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

  /** Lends a thread to `work`; throws above the limit of imports (IMP-9). */
  async large<T>(address: string, work: (read: Reader) => Promise<T>): Promise<T> {
    using held = new DisposableStack();
    held.use(this.#places.take({ address }));
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
