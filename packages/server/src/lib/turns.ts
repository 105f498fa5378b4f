import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest work without a turn for others. */
const turnMs = 5;

/** Yields to the event loop when a turn of long work has lasted too long. */
export class Turns {
  #began = performance.now();

  /** Whether the present turn has lasted too long. */
  get isDue(): boolean {
    return performance.now() - this.#began >= turnMs;
  }

  async take(): Promise<void> {
    if (!this.isDue) return;
    await nextTurn();
    this.#began = performance.now();
  }
}
