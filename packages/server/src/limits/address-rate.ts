import { rateLimited } from '@pairspace/protocol';
import type { Rate } from './rate-limit.ts';
import { SharedUsage } from './share.ts';

interface Window {
  endsAt: number;
  share: SharedUsage;
}

/**
 * Limits the requests of all clients of an address within a window (NET-8). Above the limit, up to twice the limit, a
 * client that made less than an equal share may continue. So a client that uses up the limit does not lock out the
 * others.
 */
export class AddressRate {
  readonly #rate: Rate;
  readonly #windows = new Map<string, Window>();
  #forgetAt = 0;

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** Counts a request of a client, and refuses it above the limit. */
  count(address: string, client: string): void {
    if (this.#rate === 'off') return;
    const { endsAt, share } = this.#windowOf(address, this.#rate.windowMs);
    if (!share.hasRoom(client, 1, this.#rate.count)) {
      const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - performance.now()) / 1000));
      throw rateLimited('Too many requests from this address.', retryAfterSeconds);
    }
    share.change(client, 1);
  }

  /** Adds to the count of a client without a refusal. */
  charge(address: string, client: string, count: number): void {
    if (this.#rate !== 'off') this.#windowOf(address, this.#rate.windowMs).share.change(client, count);
  }

  #windowOf(address: string, windowMs: number): Window {
    const now = performance.now();
    this.#forget(now, windowMs);
    const known = this.#windows.get(address);
    if (known && known.endsAt > now) return known;
    const window = { endsAt: now + windowMs, share: new SharedUsage() };
    this.#windows.set(address, window);
    return window;
  }

  /** Removes ended windows, once in each window. */
  #forget(now: number, windowMs: number): void {
    if (now < this.#forgetAt) return;
    this.#forgetAt = now + windowMs;
    for (const [address, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(address);
  }
}
