import { ServiceError } from '@pairspace/protocol';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { type Capacity, type CommitListeners, type Transaction, type WriteOptions } from '../storage.ts';
import { withConnection } from './connection.ts';
import { failureOf, refusalOf } from './failure.ts';
import { PostgresTransaction } from './transaction.ts';

const mostAttempts = 12;
interface WriterOptions extends CommitListeners {
  pool: Pool;
  now: () => number;
  capacity: Capacity;
  onBatch: (transactions: number) => void;
  onRetry: () => void;
}

type Work<T> = (tx: Transaction) => Promise<T>;

/**
 * Runs a transaction for each work. The works on one session run one after the other, because they would wait for the row
 * of the session anyway, each with a connection. Works of another node wait at that row.
 */
export class Writer {
  readonly #options: WriterOptions;
  /** The newest work of each session, and of no session; rejects if the database refused it. */
  readonly #newest = new Map<string, Promise<void>>();
  readonly #running = new Set<Promise<unknown>>();

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  write<T>(work: Work<T>, options: WriteOptions = {}): Promise<T> {
    const run = (): Promise<T> => this.#write(work, options);
    // Serialised transactions would fail each other.
    const turn = options.session ?? (options.concurrent ? undefined : '');
    const written = turn === undefined ? run() : this.#inTurn(turn, run);
    this.#running.add(written);
    const end = (): unknown => this.#running.delete(written);
    written.then(end, end);
    return written;
  }

  /** Resolves when nothing runs any more. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** A work that the database refuses refuses those that wait behind it, so that they are not refused one by one. */
  #inTurn<T>(turn: string, run: () => Promise<T>): Promise<T> {
    const before = this.#newest.get(turn);
    const written = before ? before.then(run) : run();
    const over = written.then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof ServiceError && failureOf(error.cause) !== 'own') throw error;
      },
    );
    this.#newest.set(turn, over);
    const forget = (): void => {
      if (this.#newest.get(turn) === over) this.#newest.delete(turn);
    };
    over.then(forget, forget);
    return written;
  }

  async #write<T>(work: Work<T>, options: WriteOptions): Promise<T> {
    const { pool, onRetry } = this.#options;
    for (let attempt = 1; ; attempt++) {
      try {
        return await withConnection(pool, (client) => this.#attempt(client, work, options), onRetry);
      } catch (error) {
        if (failureOf(error) !== 'again' || attempt === mostAttempts) throw refusalOf(error);
        onRetry();
        await pause(Math.random() * Math.min(2 ** attempt, 200));
      }
    }
  }

  async #attempt<T>(client: PoolClient, work: Work<T>, options: WriteOptions): Promise<T> {
    const { session, concurrent = false, durable = true } = options;
    const { now, capacity, onBatch, onNotify, onAnnounce } = this.#options;
    const tx = new PostgresTransaction({ client, now: now(), capacity, session, concurrent });
    let outcome: { value: T } | { refusal: ServiceError };
    try {
      outcome = await tx.settle(work);
      await tx.commit(durable || ('value' in outcome && tx.notifications.length > 0));
    } catch (error) {
      throw await tx.undo(error);
    }
    onBatch(1);
    if ('refusal' in outcome) throw outcome.refusal;
    for (const sessionId of new Set(tx.notifications)) onNotify(sessionId);
    for (const frame of tx.announced) onAnnounce(frame);
    return outcome.value;
  }
}
