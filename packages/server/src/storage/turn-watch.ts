import { Turns } from '../lib/turns.ts';

/**
 * Finds a transaction that waits for something other than the database: after each answer of the database, the next
 * query or the end of the work must follow within the same turn of the event loop.
 */
export class TurnWatch {
  readonly #strayed = Promise.withResolvers<never>();
  readonly #turns = new Turns();
  #timer: NodeJS.Immediate | undefined;

  /** Settles like `work`, or rejects when the watch finds that the work waits for something else. */
  during<T>(work: () => Promise<T>): Promise<T> {
    this.resume();
    return Promise.race([Promise.try(work), this.#strayed.promise]).finally(() => {
      this.pause();
    });
  }

  /** Expects the next query within this turn. */
  resume(): void {
    clearImmediate(this.#timer);
    this.#timer = setImmediate(() => {
      this.#strayed.reject(new Error('a transaction waited for something that is not the database'));
    });
  }

  pause(): void {
    clearImmediate(this.#timer);
  }

  /** Like `takeTurn` of a transaction. */
  async takeTurn(): Promise<void> {
    if (!this.#turns.isDue) return;
    this.pause();
    await this.#turns.take();
    this.resume();
  }
}
