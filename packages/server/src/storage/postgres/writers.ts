import { setTimeout as pause } from 'node:timers/promises';
import type { TransientEvent } from '@pairspace/protocol';
import {
  type Capacity,
  type CommitListeners,
  type Transaction,
  UncertainCommit,
  type WriteOptions,
} from '../storage.ts';
import { Attempt, type Outcome, type Work } from './attempt.ts';
import { ConnectionLost, failureOf, unavailable } from './failure.ts';
import type { Pool } from './pool.ts';

/** The greatest number of transactions of one session in one commit. */
const maxBatch = 64;
const maxAttempts = 12;
/**
 * A connection that ended while it was idle fails within this time when it is used. Only such a failure is worth
 * another attempt; after a later one the callers have waited enough.
 */
const staleWithinMs = 1000;

interface QueuedWork {
  work: Work;
  durable: boolean;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

interface WritersOptions extends CommitListeners {
  pool: Pool;
  now: () => number;
  capacity: Capacity;
  onBatch: (transactions: number) => void;
  onRetry: () => void;
}

interface Batch {
  waiting: readonly QueuedWork[];
  session: string | undefined;
  concurrent: boolean;
}

/**
 * Transactions on PostgreSQL. Transactions of one session queue here and share a commit if several wait, because they
 * would wait for the session’s row anyway, each with a connection. If one of them must be undone, all are, and then run
 * one by one. Transactions of another node wait at that row.
 */
export class Writers {
  readonly #options: WritersOptions;
  readonly #queues = new Map<string, QueuedWork[]>();
  readonly #running = new Set<Promise<void>>();

  constructor(options: WritersOptions) {
    this.#options = options;
  }

  write<T>(
    work: (tx: Transaction) => Promise<T>,
    { durable = true, session, concurrent = false }: WriteOptions = {},
  ): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const waiting: QueuedWork = { work, durable, resolve, reject };
    if (session === undefined) this.#keep(this.#commit({ waiting: [waiting], session, concurrent }));
    else {
      const queue = this.#queues.get(session);
      if (queue) queue.push(waiting);
      else {
        this.#queues.set(session, [waiting]);
        this.#keep(this.#drain(session));
      }
    }
    return promise as Promise<T>;
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #keep(running: Promise<void>): void {
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
  }

  async #drain(session: string): Promise<void> {
    const queue = this.#queues.get(session) ?? [];
    while (queue.length > 0) {
      const waiting = queue.splice(0, maxBatch);
      await this.#commit({ waiting, session, concurrent: false });
    }
    this.#queues.delete(session);
  }

  /** Commits a batch, and settles the promise of each work in it. Never throws. */
  async #commit(batch: Batch): Promise<void> {
    let wasStale = false;
    for (let attempt = 1; ; attempt++) {
      const began = performance.now();
      try {
        const outcomes = await this.#attempt(batch, wasStale);
        this.#options.onBatch(batch.waiting.length);
        this.#answer(batch, outcomes);
        return;
      } catch (error) {
        const failure = failureOf(error);
        const isOfOne = failure === 'own' && !(error instanceof UncertainCommit);
        if (isOfOne && batch.waiting.length > 1) {
          for (const one of batch.waiting) await this.#commit({ ...batch, waiting: [one] });
          return;
        }
        wasStale = error instanceof ConnectionLost && performance.now() - began < staleWithinMs;
        const isWorthIt = failure === 'again' ? attempt < maxAttempts : wasStale && attempt === 1;
        if (error instanceof UncertainCommit || !isWorthIt) {
          const shown = error instanceof UncertainCommit || failure === 'own' ? error : unavailable(error);
          for (const { reject } of batch.waiting) reject(shown);
          return;
        }
        this.#options.onRetry();
        if (failure === 'again') await pause(Math.random() * Math.min(2 ** attempt, 200));
      }
    }
  }

  /** `isNew` opens a new connection, because the connection of the previous attempt was stale. */
  async #attempt({ waiting, session, concurrent }: Batch, isNew: boolean): Promise<Outcome[]> {
    const { pool, now, capacity } = this.#options;
    const connection = await pool.acquire({ isNew });
    const attempt = new Attempt({ connection, now, capacity, session, concurrent, shared: waiting.length > 1 });
    try {
      const outcomes: Outcome[] = [];
      for (const { work } of waiting) outcomes.push(await attempt.run(work));
      await attempt.commit(outcomes.some((outcome, index) => mustLast(outcome, waiting[index]?.durable ?? true)));
      return outcomes;
    } catch (error) {
      await attempt.undo();
      throw error;
    } finally {
      pool.release(connection);
    }
  }

  #answer({ waiting }: Batch, outcomes: readonly Outcome[]): void {
    const moved = new Set<string>();
    const announced: TransientEvent[] = [];
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.kind === 'refused') waiting[index]?.reject(outcome.error);
      else {
        waiting[index]?.resolve(outcome.value);
        for (const sessionId of outcome.notifications) moved.add(sessionId);
        announced.push(...outcome.announced);
      }
    }
    for (const sessionId of moved) this.#options.onNotify(sessionId);
    for (const frame of announced) this.#options.onAnnounce(frame);
  }
}

/** Whether the changes of this transaction must be durable before any work of its commit is answered. */
const mustLast = (outcome: Outcome, durable: boolean): boolean =>
  outcome.kind === 'done' ? durable || outcome.notifications.length > 0 : outcome.kept && durable;
