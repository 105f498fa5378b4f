import { ServiceError, type TransientEvent } from '@pairspace/protocol';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Capacity,
  type CommitListeners,
  type Transaction,
  UncertainCommit,
  unlimited,
  type WriteOptions,
} from '../storage.ts';
import { changeIndex } from './full-text.ts';
import { type Outcome, Work } from './work.ts';
import { Statements } from './statements.ts';

const mostTogether = 256;
/** The time after which a commit takes no further work, because a commit blocks the event loop. */
const commitMs = 20;

interface WaitingWork {
  work: (tx: Transaction) => Promise<unknown>;
  durable: boolean;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

interface DoneWork {
  waiting: WaitingWork;
  work: Work;
  outcome: Outcome;
}

interface WriterOptions extends CommitListeners {
  db: DatabaseSync;
  now: () => number;
  capacity?: Capacity;
  /** Makes every commit so far survive a loss of power; runs beside the event loop. */
  sync: () => Promise<void>;
  /** Called after each commit with the number of its works. */
  onBatch: (works: number) => void;
}

/**
 * The only writer of the embedded database. The works that wait run one after the other in one commit, and are answered
 * together after one sync that covers them all. A commit without durable works is not synced. The next sync covers it
 * too, because it syncs the whole log.
 */
export class Writer {
  readonly #options: WriterOptions;
  readonly #sql: Statements;
  #waiting: WaitingWork[] = [];
  #isDraining = false;
  /** Settles when the last commit or pause so far is over. Never rejects. */
  #last: Promise<void> = Promise.resolve();
  #syncing: Promise<void> | undefined;
  #broken: Error | undefined;
  #isReading = false;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#sql = new Statements(options.db);
  }

  write<T>(work: (tx: Transaction) => Promise<T>, { durable = true }: WriteOptions = {}): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.push({ work, durable, resolve, reject });
    if (!this.#isDraining) void this.#drain();
    return promise as Promise<T>;
  }

  /**
   * Resolves when every commit that a reader may have seen and that must be durable is durable, or is known to have
   * failed.
   */
  async settled(): Promise<void> {
    await this.#syncing?.catch(() => undefined);
  }

  get isSettled(): boolean {
    return this.#syncing === undefined;
  }

  /**
   * Prepares the connection for reads of what is committed; returns false while a commit is open. The reads of a turn of
   * the event loop share a transaction, because its begin and end cost as much as two reads.
   */
  beginReads(): boolean {
    if (this.#options.db.isTransaction) return this.#isReading;
    this.#sql.run`begin`;
    this.#isReading = true;
    setImmediate(() => {
      this.#endReads();
    });
    return true;
  }

  #endReads(): void {
    if (this.#isReading && this.#options.db.isOpen && this.#options.db.isTransaction) this.#sql.run`commit`;
    this.#isReading = false;
  }

  /** Runs `task` while no transaction is open and none begins: between two commits, however many works wait. */
  pause<T>(task: () => Promise<T>): Promise<T> {
    const paused = this.#last.then(() => {
      this.#endReads();
      return task();
    });
    this.#last = paused.then(
      () => undefined,
      () => undefined,
    );
    return paused;
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    // A commit that is still to come begins in another turn of the event loop.
    while (this.#isDraining) {
      await this.#last;
      await nextTurn();
    }
    await this.#last;
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    while (this.#waiting.length > 0) {
      // Commits without a sync would block the event loop together.
      await nextTurn();
      await this.pause(() => this.#commit());
    }
    this.#isDraining = false;
  }

  /** Commits the works that wait, and answers them. Never throws. */
  async #commit(): Promise<void> {
    const batch = this.#waiting.splice(0, mostTogether);
    try {
      const done = await this.#runAll(batch);
      this.#options.onBatch(done.length);
      // Later works of the commit have seen the earlier ones: when one has to wait for the sync, all do.
      if (done.some(mustLast)) await this.#makeDurable();
      this.#answer(done);
    } catch (cause) {
      const error =
        cause instanceof UncertainCommit
          ? cause
          : new ServiceError('UNAVAILABLE', 'Storage cannot take writes now; nothing was stored', { cause });
      for (const { reject } of batch) reject(error);
    }
  }

  /** Runs works in one commit. Works for which no time is left are taken from `batch` and wait again. */
  async #runAll(batch: WaitingWork[]): Promise<DoneWork[]> {
    if (this.#broken) throw this.#broken;
    const { db } = this.#options;
    db.exec('begin immediate');
    try {
      const done: DoneWork[] = [];
      const endsAt = performance.now() + commitMs;
      const isShared = batch.length > 1;
      for (const waiting of batch) {
        done.push(await this.#run(waiting, isShared));
        if (performance.now() >= endsAt) break;
      }
      this.#waiting.unshift(...batch.splice(done.length));
      // At each savepoint, FTS5 writes the words so far, which costs as much as the words of several documents.
      changeIndex(
        this.#sql,
        done.flatMap(({ work, outcome }) => (outcome.ok || outcome.isKept ? work.indexing : [])),
      );
      db.exec('commit');
      return done;
    } catch (error) {
      if (db.isTransaction) db.exec('rollback');
      throw error;
    }
  }

  /** Runs a work of the open commit. If it fails, it is undone alone. */
  async #run(waiting: WaitingWork, isShared: boolean): Promise<DoneWork> {
    const { db, now, capacity = unlimited } = this.#options;
    if (isShared) this.#sql.run`savepoint work`;
    const work = new Work({ sql: this.#sql, now: now(), capacity });
    const outcome = await work.settle(waiting.work);
    // A full disk makes SQLite give up the whole transaction, not only this part of it.
    if (!db.isTransaction) throw outcome.ok ? new Error('the transaction ended by itself') : outcome.error;
    if (!outcome.ok && !outcome.isKept) {
      if (isShared) this.#sql.run`rollback to work`;
      else db.exec('rollback; begin');
    }
    if (isShared) this.#sql.run`release work`;
    return { waiting, work, outcome };
  }

  async #makeDurable(): Promise<void> {
    this.#syncing = this.#options.sync();
    try {
      await this.#syncing;
    } catch (error) {
      // The system may have dropped the pages: what is on the disk is unknown until a restart.
      this.#broken = error as Error;
      throw new UncertainCommit('the sync of a commit failed', { cause: error });
    } finally {
      this.#syncing = undefined;
    }
  }

  #answer(done: readonly DoneWork[]): void {
    const moved = new Set<string>();
    const announced: TransientEvent[] = [];
    for (const { waiting, work, outcome } of done) {
      if (!outcome.ok) waiting.reject(outcome.error);
      else {
        waiting.resolve(outcome.value);
        for (const sessionId of work.notifications) moved.add(sessionId);
        announced.push(...work.announced);
      }
    }
    for (const sessionId of moved) this.#options.onNotify(sessionId);
    for (const frame of announced) this.#options.onAnnounce(frame);
  }
}

/** Whether the changes of this work must be durable before it is answered. */
const mustLast = ({ waiting: { durable }, work, outcome }: DoneWork): boolean =>
  work.hasWritten && (outcome.ok ? durable || work.notifications.length > 0 : outcome.isKept && durable);
