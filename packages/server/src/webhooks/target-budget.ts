import { clientAddressOf } from '../lib/client-address.ts';

export interface TargetRates {
  /** The greatest number of requests to one address in a window. */
  requests: number;
  bytes: number;
  windowMs: number;
}

interface SentBytes {
  at: number;
  bytes: number;
}

/** The number of addresses above which inactive ones are forgotten. */
const rememberedTargets = 1000;

/**
 * Limits the traffic to one address for all webhooks of a scope, regardless of its host names (HOOK-33). The limit is
 * exact: no window of that length has more.
 */
export class TargetBudget {
  readonly #rates: TargetRates;
  readonly #now: () => number;
  readonly #targets = new Map<string, SentBytes[]>();

  /** `now` is a time that nobody sets back, in milliseconds. */
  constructor(rates: TargetRates, now = () => performance.now()) {
    this.#rates = rates;
    this.#now = now;
  }

  /** Counts a request of this size, or returns the time to wait before it may be sent. */
  take(address: string, bytes: number): { waitMs: number } | undefined {
    const now = this.#now();
    // Addresses are grouped like those of clients: a network of IPv6 is one receiver, and all spellings of an IPv4
    // address are one.
    const target = clientAddressOf(address);
    const taken = (this.#targets.get(target) ?? []).filter(({ at }) => at > now - this.#rates.windowMs);
    this.#targets.set(target, taken);
    const waitMs = this.#waitMs(taken, bytes, now);
    if (waitMs > 0) return { waitMs };
    taken.push({ at: now, bytes });
    if (this.#targets.size > rememberedTargets) this.#forget(now);
    return undefined;
  }

  /** The number of remembered addresses. */
  get size(): number {
    return this.#targets.size;
  }

  /** A request above the limit of a whole window goes alone. */
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
