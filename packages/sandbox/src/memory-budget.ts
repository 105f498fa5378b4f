interface Waiter {
  mb: number;
  admit: () => void;
}

/** Divides memory between children, first come, first served. */
export class MemoryBudget {
  readonly totalMb: number;
  usedMb = 0;
  readonly #waiters: Waiter[] = [];
  /** Called when somebody waits, so that reserves can be released. */
  onPressure: () => void = () => undefined;

  constructor(totalMb: number) {
    this.totalMb = totalMb;
  }

  /** Waits for memory, and returns the function that releases it. A request above the total gets the total. */
  async take(wantedMb: number, signal: AbortSignal | undefined): Promise<() => void> {
    const mb = Math.min(wantedMb, this.totalMb);
    signal?.throwIfAborted();
    if (this.#waiters.length === 0 && this.#fits(mb)) return this.#give(mb);
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const waiter = {
      mb,
      admit: () => {
        resolve(this.#give(mb));
      },
    };
    const onAbort = () => {
      const index = this.#waiters.indexOf(waiter);
      // The request was granted in this turn; the caller releases the memory.
      if (index < 0) return;
      this.#waiters.splice(index, 1);
      this.#admit();
      reject(signal?.reason as Error);
    };
    this.#waiters.push(waiter);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.onPressure();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /**
   * Takes memory that is free now, and returns the function that releases it. Undefined if too little is free or others
   * wait.
   */
  takeSpare(mb: number): (() => void) | undefined {
    return this.#waiters.length === 0 && this.#fits(mb) ? this.#give(mb) : undefined;
  }

  #fits(mb: number): boolean {
    return this.usedMb + mb <= this.totalMb;
  }

  #give(mb: number): () => void {
    let isGiven = true;
    this.usedMb += mb;
    return () => {
      if (!isGiven) return;
      isGiven = false;
      this.usedMb -= mb;
      this.#admit();
    };
  }

  #admit(): void {
    for (let next = this.#waiters[0]; next && this.#fits(next.mb); next = this.#waiters[0]) {
      this.#waiters.shift();
      next.admit();
    }
  }
}
