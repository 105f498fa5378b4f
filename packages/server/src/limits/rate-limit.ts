import { rateLimited } from '@pairspace/protocol';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** So many in so long; `off` for none. */
export type Rate = { count: number; windowMs: number } | 'off';

/** Counts what a key does within a window; over the count is RATE_LIMITED with the time to wait (ERR-8). */
export class RateLimit {
  readonly #limiter: RateLimiterMemory | undefined;
  readonly #what: string;

  /** `what` completes the sentence "Too many …". */
  constructor(what: string, rate: Rate) {
    this.#what = what;
    if (rate !== 'off') this.#limiter = new RateLimiterMemory({ points: rate.count, duration: rate.windowMs / 1000 });
  }

  /** Counts one more, and refuses it when it is one too many. */
  async count(key: string): Promise<void> {
    try {
      await this.#limiter?.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw rateLimited(`Too many ${this.#what}.`, Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
    }
  }

  /** Counts more, and refuses nothing. */
  charge(key: string, count: number): void {
    void this.#limiter?.penalty(key, count);
  }
}
