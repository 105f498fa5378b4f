import { ServiceError, type TransientEvent } from '@pairspace/protocol';
import type { DatabaseSync, SQLTagStore } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Capacity,
  type CommitListeners,
  CommittedError,
  type Transaction,
  UncertainCommit,
  unlimited,
  type WriteOptions,
} from '../storage.ts';
import { countChanges, RunningWork } from './running-work.ts';
import { TurnWatch } from './turn-watch.ts';

const maxBatch = 256;
/** The time after which a commit takes no further transaction, because a batch blocks the event loop. */
const batchMs = 20;

interface QueuedWork {
  work: (tx: Transaction) => Promise<unknown>;
  durable: boolean;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** The outcome of a work. `kept`: the work was refused, but its writes stay. */
type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown; kept: boolean };

interface Attempted {
  waiting: QueuedWork;
  outcome: Outcome;
  running: RunningWork;
}

interface WriteQueueOptions extends CommitListeners {
  db: DatabaseSync;
  now: () => number;
  capacity?: Capacity;
  /** Makes every commit so far survive a loss of power; runs beside the event loop. */
  sync: () => Promise<void>;
  onBatch: (transactions: number) => void;
}

/**
 * The only writer of the embedded database. The transactions that wait run one after the other inside one commit, and
 * are answered together after one sync that covers them all. A commit without durable transactions is not synced. The
 * next sync covers it too, because it syncs the whole log.
 */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  readonly #sql: SQLTagStore;
  readonly #turnWatch = new TurnWatch();
  #waiting: QueuedWork[] = [];
  #pauses: (() => Promise<void>)[] = [];
  #draining: Promise<void> | undefined;
  #syncing: Promise<void> | undefined;
  #broken: Error | undefined;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
    this.#sql = options.db.createTagStore();
  }

  write<T>(work: (tx: Transaction) => Promise<T>, { durable = true }: WriteOptions = {}): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.push({ work, durable, resolve, reject });
    this.#drainSoon();
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

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    await this.#draining;
  }

  /** Runs `task` while no transaction is open and none begins: between two batches, however many writes wait. */
  pause(task: () => Promise<void>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#pauses.push(() => Promise.try(task).then(resolve, reject));
    this.#drainSoon();
    return promise;
  }

  #drainSoon(): void {
    this.#draining ??= this.#drain();
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0 || this.#pauses.length > 0) {
      // A turn between batches is needed, because batches without a sync would block the event loop together.
      await nextTurn();
      const pause = this.#pauses.shift();
      if (pause) {
        await pause();
        continue;
      }
      const batch = this.#waiting.splice(0, maxBatch);
      try {
        this.#answer(await this.#commit(batch));
      } catch (cause) {
        const error =
          cause instanceof UncertainCommit
            ? cause
            : new ServiceError('UNAVAILABLE', 'Storage cannot take writes now; nothing was stored', { cause });
        for (const { reject } of batch) reject(error);
      }
    }
    this.#draining = undefined;
  }

  #answer(attempts: readonly Attempted[]): void {
    const moved = new Set<string>();
    const announced: TransientEvent[] = [];
    for (const { waiting, outcome, running } of attempts) {
      if (!outcome.ok) waiting.reject(outcome.error);
      else {
        waiting.resolve(outcome.value);
        for (const sessionId of running.notifications) moved.add(sessionId);
        announced.push(...running.announced);
      }
    }
    for (const sessionId of moved) this.#options.onNotify(sessionId);
    for (const frame of announced) this.#options.onAnnounce(frame);
  }

  /** Runs the work of a batch in one commit. Work for which no time is left returns to the queue. */
  async #commit(batch: QueuedWork[]): Promise<Attempted[]> {
    if (this.#broken) throw this.#broken;
    const { db } = this.#options;
    db.exec('begin immediate');
    const attempts: Attempted[] = [];
    const endsAt = performance.now() + batchMs;
    try {
      for (const waiting of batch) {
        attempts.push(await this.#attempt(waiting, attempts.at(-1)?.running.changesAfter ?? countChanges(this.#sql)));
        if (performance.now() >= endsAt) break;
      }
      this.#waiting.unshift(...batch.splice(attempts.length));
      db.exec('commit');
    } catch (error) {
      if (db.isTransaction) db.exec('rollback');
      throw error;
    }
    this.#options.onBatch(batch.length);
    // Later transactions of the batch have seen the earlier ones: when one has to wait for the sync, all do.
    if (attempts.some(mustLast)) await this.#makeDurable();
    return attempts;
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

  async #attempt(waiting: QueuedWork, changesBefore: number): Promise<Attempted> {
    const { db, now, capacity = unlimited } = this.#options;
    const running = new RunningWork({
      db,
      sql: this.#sql,
      turnWatch: this.#turnWatch,
      now: now(),
      capacity,
      changesBefore,
    });
    try {
      const value = await this.#settle(() => waiting.work(running));
      running.keep();
      return { waiting, running, outcome: { ok: true, value } };
    } catch (caught) {
      return { waiting, running, outcome: refuse(running, caught, db) };
    } finally {
      running.close();
      this.#turnWatch.end();
    }
  }

  /**
   * Rejects when the work waits for something that is not the database. The watch begins first, so that the work can
   * pause it.
   */
  #settle(work: () => Promise<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#turnWatch.begin(() => {
        reject(new Error('a transaction waited for something that is not the database'));
      });
      work().then(resolve, reject);
    });
  }
}

const refuse = (running: RunningWork, caught: unknown, db: DatabaseSync): Outcome => {
  const error = running.causeOf(caught);
  // A full disk makes SQLite give up the whole transaction, not only this part of it.
  if (!db.isTransaction) throw error;
  if (error instanceof CommittedError) {
    running.keep();
    return { ok: false, error: error.refusal, kept: true };
  }
  running.undo();
  return { ok: false, error, kept: false };
};

/** Whether the changes of this transaction must be durable before it is answered. */
const mustLast = ({ waiting: { durable }, outcome, running }: Attempted): boolean =>
  running.hasWritten && (outcome.ok ? durable || running.notifications.length > 0 : outcome.kept && durable);
