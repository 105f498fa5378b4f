import { rateLimited } from '@pairspace/protocol';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** A count per window; `off` for no limit. */
export type Rate = { count: number; windowMs: number } | 'off';

/**
 * Counts the requests of a key within a window; above the count it throws RATE_LIMITED with the time to wait (ERR-8).
 */
export class RateLimit {
  readonly #limiter: RateLimiterMemory | undefined;
  readonly #what: string;

  /** `what` completes the sentence "Too many …". */
  constructor(what: string, rate: Rate) {
    this.#what = what;
    if (rate !== 'off') this.#limiter = new RateLimiterMemory({ points: rate.count, duration: rate.windowMs / 1000 });
  }

  /** Counts a request, and refuses it above the limit. */
  async count(key: string): Promise<void> {
    try {
      await this.#limiter?.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw rateLimited(`Too many ${this.#what}.`, Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
    }
  }

  /** Adds to the count without a refusal. */
  charge(key: string, count: number): void {
    void this.#limiter?.penalty(key, count);
  }
}
