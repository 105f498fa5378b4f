import type { Places } from '../../limits/places.ts';
import { WorkerThread } from '../../threads/worker-thread.ts';
import { type ExportPart, exportReader, type ReadPart } from './read-export.ts';

/** Reads one export, part by part. */
export type Reader = (part: ExportPart) => ReadPart | Promise<ReadPart>;

/**
 * Readers of exports. A small export is read on the main thread; a larger one in a worker thread, because it would
 * block other requests.
 */
export class ImportReaders {
  readonly #places: Places;

  constructor(places: Places) {
    this.#places = places;
  }

  small<T>(work: (read: Reader) => Promise<T>): Promise<T> {
    return work(exportReader());
  }

  /** Lends a thread to `work`; throws above the limit of imports (IMP-9). */
  async large<T>(address: string, work: (read: Reader) => Promise<T>): Promise<T> {
    using held = new DisposableStack();
    held.use(this.#places.take({ address }));
    const program = new URL('./read-export-worker', import.meta.url);
    await using thread = new WorkerThread<ExportPart, ReadPart>({ program, patienceMs: 60_000 });
    return await work((part) => thread.run(part));
  }
}
