/** Lets a number of holders in at once; others wait in their order. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Whether somebody waits. */
  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  /** Waits for a turn, which lasts until it is disposed of. */
  async take(): Promise<Disposable> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const turn = new DisposableStack();
    turn.defer(() => {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    });
    return turn;
  }
}

/** Lets one holder of each key in at a time; others of the key wait in their order. */
export class KeyedTurns {
  readonly #keys = new Map<string, { turn: Semaphore; holders: number }>();

  async take(key: string): Promise<Disposable> {
    const known = this.#keys.get(key) ?? { turn: new Semaphore(1), holders: 0 };
    this.#keys.set(key, known);
    known.holders++;
    const held = new DisposableStack();
    held.defer(() => {
      if (--known.holders === 0) this.#keys.delete(key);
    });
    held.use(await known.turn.take());
    return held;
  }
}
