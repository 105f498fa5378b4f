import { rateLimited, type ServiceError } from '@pairspace/protocol';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** A count per window; `off` for no limit. */
export type Rate = { count: number; windowMs: number } | 'off';

/**
 * Counts what a key does within a window in this process; above the count it throws RATE_LIMITED with the time to wait
 * (ERR-8).
 */
export class RateLimit {
  readonly #limiter: RateLimiterMemory | undefined;
  readonly #what: string;

  /** `what` completes the sentence "Too many …". */
  constructor(what: string, rate: Rate) {
    this.#what = what;
    if (rate !== 'off') this.#limiter = new RateLimiterMemory({ points: rate.count, duration: rate.windowMs / 1000 });
  }

  /** Counts one, or `cost`, and refuses it above the limit. */
  async count(key: string, cost = 1): Promise<void> {
    try {
      await this.#limiter?.consume(key, cost);
    } catch (error) {
      throw error instanceof RateLimiterRes ? this.#refusal(error) : error;
    }
  }

  /** Runs an attempt, and counts it only if it misses; refuses it when too many have missed. */
  async guard<T>(key: string, attempt: () => Promise<T>, isMiss: (error: ServiceError) => boolean): Promise<T> {
    const state = await this.#limiter?.get(key);
    if (state && state.remainingPoints <= 0) throw this.#refusal(state);
    return attempt().catch(async (error: unknown) => {
      if (isMiss(error as ServiceError)) await this.#limiter?.penalty(key);
      throw error;
    });
  }

  #refusal({ msBeforeNext }: RateLimiterRes): ServiceError {
    return rateLimited(`Too many ${this.#what}.`, Math.max(1, Math.ceil(msBeforeNext / 1000)));
  }
}
