import { ServiceError, type TransientEvent } from '@pairspace/protocol';
import type { DatabaseSync, SQLTagStore } from 'node:sqlite';
import {
  type Capacity,
  type CommitListeners,
  KeptRefusal,
  type SqlValue,
  type Transaction,
  unlimited,
  type WriteOptions,
} from '../storage.ts';
import { Turns } from '../../lib/turns.ts';
import { queriesOn } from './queries.ts';

/** How many transactions share one commit at most; bounds how long a batch keeps the event loop. */
const maxBatch = 256;

interface Waiting {
  work: (tx: Transaction) => Promise<unknown>;
  durable: boolean;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

interface Success {
  ok: true;
  value: unknown;
  nudges: readonly string[];
  announced: readonly TransientEvent[];
}

/** `kept`: it refused, and what it wrote stays. */
type Outcome = Success | { ok: false; error: unknown; kept?: boolean };

interface Attempted {
  waiting: Waiting;
  outcome: Outcome;
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
 * The one writer of the embedded database. The transactions that wait run one after the other inside one commit, each
 * in a savepoint of its own, and are answered together after one sync that covers them all. A commit that holds nothing
 * durable is not synced: the next that does covers it too, as the log is synced as a whole.
 */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  readonly #sql: SQLTagStore;
  #waiting: Waiting[] = [];
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

  /** Resolves when all that a reader may have seen and that asked to be durable is so, or is known not to be. */
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
    this.#pauses.push(() => task().then(resolve, reject));
    this.#drainSoon();
    return promise;
  }

  #drainSoon(): void {
    this.#draining ??= new Promise<void>((begin) => setImmediate(begin)).then(() => this.#drain());
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0 || this.#pauses.length > 0) {
      const pause = this.#pauses.shift();
      if (pause) {
        await pause();
        continue;
      }
      const batch = this.#waiting.splice(0, maxBatch);
      try {
        const outcomes = await this.#commit(batch);
        const moved = new Set<string>();
        const announced: TransientEvent[] = [];
        for (const { waiting, outcome } of outcomes) {
          if (!outcome.ok) waiting.reject(outcome.error);
          else {
            waiting.resolve(outcome.value);
            for (const sessionId of outcome.nudges) moved.add(sessionId);
            announced.push(...outcome.announced);
          }
        }
        for (const sessionId of moved) this.#options.onNudge(sessionId);
        for (const frame of announced) this.#options.onAnnounce(frame);
      } catch (cause) {
        const error =
          cause instanceof FailedSync
            ? cause
            : new ServiceError('UNAVAILABLE', 'Storage cannot take writes now; nothing was stored', { cause });
        for (const { reject } of batch) reject(error);
      }
    }
    this.#draining = undefined;
  }

  async #commit(batch: readonly Waiting[]): Promise<Attempted[]> {
    if (this.#broken) throw this.#broken;
    const { db } = this.#options;
    let before = this.#changes();
    db.exec('begin immediate');
    const outcomes: Attempted[] = [];
    let mustSync = false;
    try {
      for (const waiting of batch) {
        const outcome = await this.#attempt(waiting.work);
        outcomes.push({ waiting, outcome });
        if (mustSync) continue;
        const after = this.#changes();
        mustSync = after !== before && mustLast(waiting, outcome);
        before = after;
      }
      db.exec('commit');
    } catch (error) {
      if (db.isTransaction) db.exec('rollback');
      throw error;
    }
    this.#options.onBatch(batch.length);
    // Later transactions of the batch have seen the earlier ones: when one has to wait for the sync, all do.
    if (mustSync) await this.#makeDurable();
    return outcomes;
  }

  #changes(): number {
    return Number(this.#sql.get`select total_changes() as n`?.['n']);
  }

  async #makeDurable(): Promise<void> {
    this.#syncing = this.#options.sync();
    try {
      await this.#syncing;
    } catch (error) {
      // The system may have dropped the pages: what is on the disk is unknown until a restart.
      this.#broken = error as Error;
      throw new FailedSync('the sync of a commit failed', { cause: error });
    } finally {
      this.#syncing = undefined;
    }
  }

  async #attempt(work: Waiting['work']): Promise<Outcome> {
    const { db, now, capacity = unlimited } = this.#options;
    const nudges: string[] = [];
    const announced: TransientEvent[] = [];
    let over = false;
    const sql = this.#sql;
    // After the first failure of a put no statement runs: a full disk ends the transaction, and each would commit alone.
    const failures: unknown[] = [];
    const assertWhole = (): void => {
      if (failures.length > 0) throw failures[0];
    };
    const live = (): SQLTagStore => {
      if (over) throw new Error('a query after the end of its transaction');
      assertWhole();
      return sql;
    };
    const queries = queriesOn(live);
    const queue = (strings: TemplateStringsArray, values: SqlValue[], onChanged?: () => void): void => {
      try {
        if (live().run(strings, ...values).changes > 0) onChanged?.();
      } catch (error) {
        failures.push(error);
      }
    };
    const turns = new Turns();
    const strayed = new Strayed();
    const tx: Transaction = {
      now: now(),
      capacity,
      nudge: (sessionId) => nudges.push(sessionId),
      announce: (frame) => announced.push(frame),
      ...queries,
      takeTurn: async () => {
        if (!turns.isDue) return;
        strayed.pause();
        await turns.take();
        strayed.expect();
      },
      lockAvailable: <Row>(strings: TemplateStringsArray, ...values: SqlValue[]) =>
        queries.all<Row>(strings, ...values),
      queueWrite: (strings, ...values) => {
        queue(strings, values);
      },
      // There is one writer: nobody waits for it in a circle.
      queueWriteLast:
        () =>
        (strings, ...values) => {
          queue(strings, values);
        },
      queueWriteAndNudge:
        (topic) =>
        (strings, ...values) => {
          queue(strings, values, () => nudges.push(topic));
        },
    };
    sql.run`savepoint work`;
    try {
      strayed.expect();
      const value = await Promise.race([work(tx), strayed.found]);
      assertWhole();
      sql.run`release work`;
      return { ok: true, value, nudges, announced };
    } catch (caught) {
      const error = failures.length > 0 ? failures[0] : caught;
      // A full disk makes SQLite give up the whole transaction, not only this part of it.
      if (!db.isTransaction) throw error;
      if (error instanceof KeptRefusal) {
        sql.run`release work`;
        return { ok: false, error: error.refusal, kept: true };
      }
      sql.run`rollback to work`;
      sql.run`release work`;
      return { ok: false, error };
    } finally {
      over = true;
      strayed.pause();
    }
  }
}

/** The commit is there but may not last: neither stored nor not stored can be said of it. */
class FailedSync extends Error {}

/** Whether the changes of this transaction must be durable before it is answered. */
const mustLast = ({ durable }: Waiting, outcome: Outcome): boolean =>
  outcome.ok ? durable || outcome.nudges.length > 0 : outcome.kept === true && durable;

/** Finds a transaction that waits for something else: a query answers within the same turn of the event loop. */
class Strayed {
  readonly #found = Promise.withResolvers<never>();
  #next: NodeJS.Immediate | undefined;

  /** Rejects when the turn ends and the transaction has not. */
  get found(): Promise<never> {
    return this.#found.promise;
  }

  expect(): void {
    this.#next = setImmediate(() => {
      this.#found.reject(new Error('a transaction waited for something that is not the database'));
    });
  }

  pause(): void {
    clearImmediate(this.#next);
  }
}
