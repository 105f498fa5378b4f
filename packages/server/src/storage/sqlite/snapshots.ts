import { ServiceError } from '@pairspace/protocol';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { Queries } from '../storage.ts';
import { Turns } from '../../lib/turns.ts';
import { queriesOn } from './queries.ts';

interface SnapshotsOptions {
  file: string;
  lockTimeoutMs: number;
  /** Resolves when every commit that can be seen now is durable. */
  settled: () => Promise<void>;
  /** How long `holdBack` waits for the open snapshots: `ms`, or `mustEndMs` before it ends them. */
  patience?: { ms: number; mustEndMs: number };
}

/** Long read transactions. Each has a connection of its own, so that it blocks neither writers nor other readers. */
export class Snapshots {
  readonly #options: Required<SnapshotsOptions>;
  readonly #open = new Set<DatabaseSync>();
  /** Resolves when snapshots may begin again. */
  #held: Promise<void> | undefined;
  #onClosed: () => void = () => undefined;

  constructor(options: SnapshotsOptions) {
    this.#options = { patience: { ms: 5000, mustEndMs: 30_000 }, ...options };
  }

  get size(): number {
    return this.#open.size;
  }

  async read<T>(work: (db: Queries) => Promise<T>): Promise<T> {
    await this.#held;
    const { file, lockTimeoutMs, settled } = this.#options;
    const db = new DatabaseSync(file, { readOnly: true, timeout: lockTimeoutMs });
    this.#open.add(db);
    try {
      const sql = db.createTagStore();
      const queries = queriesOn({ connection: sql });
      db.exec('begin');
      // A transaction sees the database as it is at its first read.
      await queries.get`select version from migration limit 1`;
      await settled();
      return await work(inTurns(queries));
    } catch (cause) {
      if (this.#open.has(db)) throw cause;
      throw new ServiceError('UNAVAILABLE', 'The service needed the disk space that this kept. Try again.', { cause });
    } finally {
      this.#close(db);
    }
  }

  /**
   * Lets no snapshot begin until the result is disposed of. Waits for a limited time until the open ones have ended;
   * with `mustEnd` it then ends the rest.
   */
  async holdBack(mustEnd: boolean): Promise<Disposable> {
    const { ms, mustEndMs } = this.#options.patience;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    await this.#untilNoneIsOpen(mustEnd ? mustEndMs : ms);
    if (mustEnd) this.closeAll();
    return {
      [Symbol.dispose]: () => {
        this.#held = undefined;
        resolve();
      },
    };
  }

  async #untilNoneIsOpen(patienceMs: number): Promise<void> {
    if (this.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onClosed = resolve;
    const over = new AbortController();
    await Promise.race([
      promise,
      pause(patienceMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined),
    ]);
    over.abort();
  }

  /** Ends the snapshots that are still open; their next query fails. */
  closeAll(): void {
    for (const db of this.#open) this.#close(db);
  }

  #close(db: DatabaseSync): void {
    if (this.#open.delete(db)) db.close();
    if (this.size === 0) this.#onClosed();
  }
}

/**
 * Makes queries that yield to the event loop. A query settles within the turn in which it starts, so a caller with many
 * queries would block others.
 */
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
  };
};
