import { rateLimited } from '@pairspace/protocol';
import type { Rate } from './rate-limit.ts';
import { Share } from './share.ts';

interface Window {
  endsAt: number;
  share: Share;
}

/**
 * Counts what the clients of an address do together within a window (NET-8). Beyond the count, up to twice of it, a client
 * that did less than an equal part goes on: a client that uses the address up keeps nobody else out (NET-36).
 */
export class AddressRate {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();
  #forgetAt = 0;

  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Counts one more of a client, and refuses it when it is one too many. */
  count(address: string, client: string): void {
    if (this.#rate === 'off') return;
    const { endsAt, share } = this.#windowOf(address, this.#rate.windowMs);
    if (!share.hasRoom(client, 1, this.#rate.count)) {
      const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - this.#now()) / 1000));
      throw rateLimited('Too many requests from this address.', retryAfterSeconds);
    }
    share.change(client, 1);
  }

  /** Counts more of a client, and refuses nothing. */
  charge(address: string, client: string, count: number): void {
    if (this.#rate !== 'off') this.#windowOf(address, this.#rate.windowMs).share.change(client, count);
  }

  #windowOf(address: string, windowMs: number): Window {
    const now = this.#now();
    this.#forget(now, windowMs);
    const known = this.#windows.get(address);
    if (known && known.endsAt > now) return known;
    const window = { endsAt: now + windowMs, share: new Share() };
    this.#windows.set(address, window);
    return window;
  }

  /** Forgets the windows that are over, once in each. */
  #forget(now: number, windowMs: number): void {
    if (now < this.#forgetAt) return;
    this.#forgetAt = now + windowMs;
    for (const [address, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(address);
  }
}
