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

/**
 * Readers of exports. A small export is read on the main thread; a larger one in a worker thread, because it would
 * block other requests.
 */
export class ImportReaders {
  readonly #quota: Quota;

  constructor(quota: Quota) {
    this.#quota = quota;
  }

  small<T>(work: (read: Reader) => Promise<T>): Promise<T> {
    return work(exportReader());
  }

  /** Waits for a turn, and lends a thread to `work`. */
  async large<T>({ address, gone }: Client, work: (read: Reader) => Promise<T>): Promise<T> {
    using held = this.#quota.open({ address, client: address });
    await held.wait(1, { waitMs, signal: gone });
    const program = new URL('./read-export-worker', import.meta.url);
    await using thread = new WorkerThread<ExportPart, ReadPart>({ program, patienceMs: 60_000 });
    return await work((part) => thread.run(part));
  }
}
