/** Lets so many things go on at once. */
export class Slots {
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Takes a slot until it is disposed of; undefined when none is free. */
  take(): Disposable | undefined {
    if (this.#free === 0) return undefined;
    this.#free--;
    return {
      [Symbol.dispose]: () => {
        this.#free++;
      },
    };
  }
}
