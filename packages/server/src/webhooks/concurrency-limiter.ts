export interface ConcurrencyLimits {
  /** Concurrent requests to all receivers. */
  total: number;
  /** Concurrent requests to one host. */
  perHost: number;
}

interface Waiter {
  host: string;
  proven: boolean;
  enter: (release: Release | undefined) => void;
}

export type Release = () => void;

interface Count {
  all: number;
  unproven: number;
}

/**
 * Limits the concurrent deliveries, in total and to one host. A part of both limits is reserved for webhooks whose last
 * attempt succeeded, so that receivers which hang cannot occupy every place.
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits;
  readonly #total: Count = { all: 0, unproven: 0 };
  readonly #hosts = new Map<string, Count>();
  #waiting: Waiter[] = [];
  #closed = false;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  get underWay(): number {
    return this.#total.all;
  }

  /** Waits for a place; undefined if the limiter closes first. */
  acquire(host: string, proven: boolean): Promise<Release | undefined> {
    const { promise, resolve } = Promise.withResolvers<Release | undefined>();
    const waiter: Waiter = { host, proven, enter: resolve };
    if (this.#closed) resolve(undefined);
    else if (this.#hasRoom(waiter)) this.#admit(waiter);
    else this.#waiting.push(waiter);
    return promise;
  }

  close(): void {
    this.#closed = true;
    for (const { enter } of this.#waiting) enter(undefined);
    this.#waiting = [];
  }

  #hasRoom({ host, proven }: Waiter): boolean {
    const { total, perHost } = this.#limits;
    const there = this.#hosts.get(host);
    if (this.#total.all >= total || (there?.all ?? 0) >= perHost) return false;
    return proven || (this.#total.unproven < total * 0.75 && (there?.unproven ?? 0) < Math.ceil(perHost / 2));
  }

  #admit({ host, proven, enter }: Waiter): void {
    const there = this.#hosts.get(host) ?? { all: 0, unproven: 0 };
    this.#hosts.set(host, there);
    for (const count of [this.#total, there]) {
      count.all++;
      if (!proven) count.unproven++;
    }
    let isIn = true;
    enter(() => {
      if (!isIn) return;
      isIn = false;
      for (const count of [this.#total, there]) {
        count.all--;
        if (!proven) count.unproven--;
      }
      if (there.all === 0) this.#hosts.delete(host);
      this.#admitWaiting();
    });
  }

  #admitWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = waiting.filter((waiter) => {
      if (!this.#hasRoom(waiter)) return true;
      this.#admit(waiter);
      return false;
    });
  }
}
