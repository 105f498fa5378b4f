/** Lets so many things go on at once; the others wait for their turn. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Takes a slot until it is disposed of; undefined when none became free within `waitMs`. */
  async take(waitMs: number): Promise<Disposable | undefined> {
    if (this.#free > 0) this.#free--;
    else if (!(await this.#turn(waitMs))) return undefined;
    return {
      [Symbol.dispose]: () => {
        const [next] = this.#waiting;
        if (next) next();
        else this.#free++;
      },
    };
  }

  /** Answers whether a slot was handed over. */
  #turn(waitMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const end = (hasSlot: boolean): void => {
      clearTimeout(timer);
      this.#waiting.delete(next);
      resolve(hasSlot);
    };
    const next = (): void => {
      end(true);
    };
    const timer = setTimeout(end, waitMs, false);
    this.#waiting.add(next);
    return promise;
  }
}
