interface Waiter {
  isMember: boolean;
  take: () => void;
}

/** Lets so many things go on at once; the others wait for their turn. */
export class Slots {
  #free: number;
  /** Of the free slots those that others than members leave free. */
  readonly #kept: number;
  readonly #waiting = new Set<Waiter>();

  constructor(count: number, kept = 0) {
    this.#free = count;
    this.#kept = kept;
  }

  /** Somebody waits for a slot. */
  get isAwaited(): boolean {
    return this.#waiting.size > 0;
  }

  /** Takes a slot until it is disposed of; undefined when none became free within `waitMs`. */
  async take(waitMs: number, isMember = true): Promise<Disposable | undefined> {
    if (this.#hasSlot(isMember)) this.#free--;
    else if (!(await this.#turn(waitMs, isMember))) return undefined;
    return {
      [Symbol.dispose]: () => {
        this.#free++;
        const next = [...this.#waiting].find((waiter) => this.#hasSlot(waiter.isMember));
        if (!next) return;
        this.#free--;
        next.take();
      },
    };
  }

  #hasSlot(isMember: boolean): boolean {
    return this.#free > (isMember ? 0 : this.#kept);
  }

  /** Answers whether a slot was handed over. */
  #turn(waitMs: number, isMember: boolean): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const end = (hasSlot: boolean): void => {
      clearTimeout(timer);
      this.#waiting.delete(waiter);
      resolve(hasSlot);
    };
    const waiter: Waiter = {
      isMember,
      take: () => {
        end(true);
      },
    };
    const timer = setTimeout(end, waitMs, false);
    this.#waiting.add(waiter);
    return promise;
  }
}
