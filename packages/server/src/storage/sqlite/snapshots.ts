import { ServiceError } from '@pairspace/protocol';
import { DatabaseSync } from 'node:sqlite';
import { Turns } from '../../lib/turns.ts';
import type { Queries } from '../storage.ts';
import { queriesOn } from './queries.ts';

interface SnapshotsOptions {
  file: string;
  lockTimeoutMs: number;
  /** Resolves when every commit that can be seen now is durable. */
  settled: () => Promise<void>;
}

/** Long read transactions. Each has a connection of its own, so that it blocks neither writers nor other readers. */
export class Snapshots {
  readonly #options: SnapshotsOptions;
  readonly #open = new Set<DatabaseSync>();

  constructor(options: SnapshotsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#open.size;
  }

  async read<T>(work: (db: Queries) => Promise<T>): Promise<T> {
    const { file, lockTimeoutMs, settled } = this.#options;
    const db = new DatabaseSync(file, { readOnly: true, timeout: lockTimeoutMs });
    this.#open.add(db);
    try {
      const turns = new Turns();
      // A query settles within its turn of the event loop, so a work with many queries would block others.
      const queries = queriesOn(db, () => turns.take());
      // A transaction sees the database as it is at its first read.
      db.exec('begin; select version from migration limit 1');
      await settled();
      return await work(queries);
    } catch (cause) {
      if (this.#open.has(db)) throw cause;
      throw new ServiceError('UNAVAILABLE', 'The service needed the disk space that this kept. Try again.', { cause });
    } finally {
      this.#close(db);
    }
  }

  /** Ends the snapshots that are still open; their next query fails. */
  closeAll(): void {
    for (const db of this.#open) this.#close(db);
  }

  #close(db: DatabaseSync): void {
    if (this.#open.delete(db)) db.close();
  }
}
