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

  /** Refuses `attempt` when too many attempts of its keys have missed. Counts it only if it misses (LIM-7). */
  static async guard<T>(
    counted: readonly (readonly [RateLimit, key: string])[],
    attempt: () => Promise<T>,
    isMiss: (error: ServiceError) => boolean,
  ): Promise<T> {
    for (const [limit, key] of counted) await limit.#assertLeft(key);
    return attempt().catch(async (error: unknown) => {
      if (isMiss(error as ServiceError)) for (const [limit, key] of counted) await limit.#limiter?.penalty(key);
      throw error;
    });
  }

  async #assertLeft(key: string): Promise<void> {
    const state = await this.#limiter?.get(key);
    if (state && state.remainingPoints <= 0) throw this.#refusal(state);
  }

  #refusal({ msBeforeNext }: RateLimiterRes): ServiceError {
    return rateLimited(`Too many ${this.#what}.`, Math.max(1, Math.ceil(msBeforeNext / 1000)));
  }
}
