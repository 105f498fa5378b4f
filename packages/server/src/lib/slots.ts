/** How many slots there are, and who may take how many of them. */
interface SlotCounts {
  count: number;
  /** Of the free slots those that others than members leave free. */
  keptForMembers?: number;
  /** Slots that one address holds at most. */
  perAddress?: number;
}

/** Who asks for a slot. */
interface Asker {
  isMember: boolean;
  address: string;
}

interface Waiter {
  asker: Asker | undefined;
  take: () => void;
}

/** Lets so many things go on at once; the others wait for their turn. */
export class Slots {
  #free: number;
  readonly #keptForMembers: number;
  readonly #perAddress: number;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Set<Waiter>();

  constructor({ count, keptForMembers = 0, perAddress = count }: SlotCounts) {
    this.#free = count;
    this.#keptForMembers = keptForMembers;
    this.#perAddress = perAddress;
  }

  /** Somebody waits for a slot. */
  get isAwaited(): boolean {
    return this.#waiting.size > 0;
  }

  /** Does `work` when it has a slot, however long it waits for one. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const slot = await this.take(undefined);
    try {
      return await work();
    } finally {
      slot?.[Symbol.dispose]();
    }
  }

  /** Takes a slot until it is disposed of; undefined when none became free within `waitMs`, if that is given. */
  async take(waitMs: number | undefined, asker?: Asker): Promise<Disposable | undefined> {
    if (this.#hasSlot(asker)) this.#change(asker, 1);
    else if (!(await this.#turn(waitMs, asker))) return undefined;
    return {
      [Symbol.dispose]: () => {
        this.#change(asker, -1);
        [...this.#waiting].find((waiter) => this.#hasSlot(waiter.asker))?.take();
      },
    };
  }

  #hasSlot(asker: Asker | undefined): boolean {
    if (!asker) return this.#free > 0;
    if ((this.#held.get(asker.address) ?? 0) >= this.#perAddress) return false;
    return this.#free > (asker.isMember ? 0 : this.#keptForMembers);
  }

  #change(asker: Asker | undefined, by: 1 | -1): void {
    this.#free -= by;
    if (!asker) return;
    const held = (this.#held.get(asker.address) ?? 0) + by;
    if (held > 0) this.#held.set(asker.address, held);
    else this.#held.delete(asker.address);
  }

  /** Answers whether a slot was handed over. */
  #turn(waitMs: number | undefined, asker: Asker | undefined): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const end = (hasSlot: boolean): void => {
      clearTimeout(timer);
      this.#waiting.delete(waiter);
      resolve(hasSlot);
    };
    const waiter: Waiter = {
      asker,
      take: () => {
        this.#change(asker, 1);
        end(true);
      },
    };
    const timer = waitMs === undefined ? undefined : setTimeout(end, waitMs, false);
    this.#waiting.add(waiter);
    return promise;
  }
}
