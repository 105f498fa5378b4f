import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work of this length keeps nobody waiting. */
const turnMs = 5;

/** Lets everybody else have a turn of the event loop when one of long work has lasted too long. */
export class Turns {
  #began = performance.now();

  /** It has lasted too long. */
  get isDue(): boolean {
    return performance.now() - this.#began >= turnMs;
  }

  async take(): Promise<void> {
    if (!this.isDue) return;
    await nextTurn();
    this.#began = performance.now();
  }
}
