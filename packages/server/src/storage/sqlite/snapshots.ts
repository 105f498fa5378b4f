import { DatabaseSync } from 'node:sqlite';
import type { Queries } from '../storage.ts';
import { Turns } from '../../lib/turns.ts';
import { queriesOn } from './queries.ts';

interface SnapshotsOptions {
  file: string;
  lockTimeoutMs: number;
  /** Resolves when every commit that can be seen now is durable. */
  settled: () => Promise<void>;
}

/** Read transactions that last: each has a connection of its own, so that neither writers nor other readers notice. */
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
      const sql = db.createTagStore();
      const queries = queriesOn(() => sql);
      db.exec('begin');
      // A transaction sees the database as it is at its first read.
      await queries.get`select version from migration limit 1`;
      await settled();
      return await work(inTurns(queries));
    } finally {
      this.#close(db);
    }
  }

  /** Ends those that are still open; their next query fails. */
  closeAll(): void {
    for (const db of this.#open) this.#close(db);
  }

  #close(db: DatabaseSync): void {
    if (this.#open.delete(db)) db.close();
  }
}

/** Queries settle within the turn in which they are asked: whoever asks many of them must let others have theirs. */
const inTurns = (queries: Queries): Queries => {
  const turns = new Turns();
  return {
    all: async (strings, ...values) => {
      await turns.take();
      return queries.all(strings, ...values);
    },
    get: async (strings, ...values) => {
      await turns.take();
      return queries.get(strings, ...values);
    },
    run: (strings, ...values) => queries.run(strings, ...values),
  };
};
