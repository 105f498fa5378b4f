import type { TransientEvent } from '@pairspace/protocol';
import { Turns } from '../../lib/turns.ts';

/** A running work of a transaction: its requested effects, and whether it may continue. */
export class RunningWork {
  readonly notifications: string[] = [];
  readonly announced: TransientEvent[] = [];
  /** The number of statements that have changed something, which must be undone if the work fails. */
  changes = 0;
  /** The number of queries that the work waits for. */
  outstanding = 0;
  readonly #strayed = Promise.withResolvers<never>();
  readonly #turns = new Turns();
  #idle: NodeJS.Immediate | undefined;
  #isOver = false;

  /** Rejects when the work waits for something that is not the database. */
  get strayed(): Promise<never> {
    return this.#strayed.promise;
  }

  assertOpen(): void {
    if (this.#isOver) throw new Error('a query after the end of its transaction');
  }

  /**
   * After an answered query, the next query or the end of the work must follow within the same turn of the event loop.
   */
  expectNext(): void {
    if (this.#isOver) return;
    clearImmediate(this.#idle);
    this.#idle = setImmediate(() => {
      if (this.outstanding > 0) return;
      this.#strayed.reject(new Error('a transaction waited for something that is not the database'));
    });
  }

  /** Like `takeTurn` of a transaction. */
  async takeTurn(): Promise<void> {
    if (!this.#turns.isDue) return;
    this.outstanding++;
    await this.#turns.take();
    this.outstanding--;
    this.expectNext();
  }

  end(): void {
    this.#isOver = true;
    clearImmediate(this.#idle);
  }
}
