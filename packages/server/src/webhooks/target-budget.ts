import { clientAddressOf } from '../lib/client-address.ts';

export interface TargetRates {
  /** At most so many requests to one address in a window. */
  requests: number;
  bytes: number;
  windowMs: number;
}

interface SentBytes {
  at: number;
  bytes: number;
}

/** Beyond so many addresses those are forgotten to which nothing went of late. */
const rememberedTargets = 1000;

/**
 * What goes to one address for all webhooks of a scope together, however many names it has (HOOK-33). It counts exactly: in no
 * window of that length does more go there.
 */
export class TargetBudget {
  readonly #rates: TargetRates;
  readonly #now: () => number;
  readonly #targets = new Map<string, SentBytes[]>();

  constructor(rates: TargetRates, now: () => number) {
    this.#rates = rates;
    this.#now = now;
  }

  /** Takes one request of so many bytes, or answers for how long it has to wait. */
  take(address: string, bytes: number): { waitMs: number } | undefined {
    const now = this.#now();
    // As of clients: a network of IPv6 is one receiver, and an IPv4 address is one however it is written.
    const target = clientAddressOf(address);
    const taken = (this.#targets.get(target) ?? []).filter(({ at }) => at > now - this.#rates.windowMs);
    this.#targets.set(target, taken);
    const waitMs = this.#waitMs(taken, bytes, now);
    if (waitMs > 0) return { waitMs };
    taken.push({ at: now, bytes });
    if (this.#targets.size > rememberedTargets) this.#forget(now);
    return undefined;
  }

  /** Addresses that are remembered. */
  get size(): number {
    return this.#targets.size;
  }

  /** What is larger than a whole window may hold goes alone. */
  #waitMs(taken: readonly SentBytes[], bytes: number, now: number): number {
    const { requests, bytes: most, windowMs } = this.#rates;
    let left = taken.length;
    let leftBytes = taken.reduce((sum, one) => sum + one.bytes, 0);
    let waitMs = 0;
    for (const one of taken) {
      if (left < requests && leftBytes + bytes <= most) break;
      waitMs = one.at + windowMs - now;
      left--;
      leftBytes -= one.bytes;
    }
    return waitMs;
  }

  #forget(now: number): void {
    for (const [target, taken] of this.#targets)
      if (!taken.some(({ at }) => at > now - this.#rates.windowMs)) this.#targets.delete(target);
  }
}
