import { rateLimited, ServiceError } from '@pairspace/protocol';
import { hash } from 'node:crypto';
import { KeptRefusal, type Transaction } from '../storage/storage.ts';
import type { Rate } from './rate-limit.ts';

/** Counts in the database what must not be done too often on all nodes together: wrong guesses. */
export class SharedLimit {
  readonly #what: string;
  readonly #rate: Rate;

  /** `what` completes the sentence "Too many …". */
  constructor(what: string, rate: Rate) {
    this.#what = what;
    this.#rate = rate;
  }

  /**
   * Runs `attempt`, unless there were too many misses under any of the keys; counts it under each when it is one. It
   * holds the counts from before the attempt to the end of the transaction, so that many attempts at once are no way
   * around. An attempt that is a miss has written nothing.
   */
  async guard<T>(
    tx: Transaction,
    keys: readonly string[],
    isMiss: (error: ServiceError) => boolean,
    attempt: () => Promise<T>,
  ): Promise<T> {
    if (this.#rate === 'off') return attempt();
    const hashes = keys.map((key) => hash('sha256', JSON.stringify([this.#what, key])));
    for (const keyHash of hashes) await this.#assertLeft(tx, keyHash, this.#rate);
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ServiceError) || !isMiss(error)) throw error;
      for (const keyHash of hashes) await tx.run`update tally set used = used + 1 where key_hash = ${keyHash}`;
      throw new KeptRefusal(error);
    }
  }

  async #assertLeft(tx: Transaction, keyHash: string, { count, windowMs }: Exclude<Rate, 'off'>): Promise<void> {
    const tally = await tx.get<{ used: number; ends_at: number }>`
      insert into tally (key_hash, used, ends_at) values (${keyHash}, 0, ${tx.now + windowMs})
      on conflict (key_hash) do update set
        used = case when tally.ends_at <= ${tx.now} then 0 else tally.used end,
        ends_at = case when tally.ends_at <= ${tx.now} then excluded.ends_at else tally.ends_at end
      returning used, ends_at
    `;
    if (tally && tally.used >= count) {
      throw rateLimited(`Too many ${this.#what}.`, Math.max(1, Math.ceil((tally.ends_at - tx.now) / 1000)));
    }
  }
}

/** Forgets some of the counts whose window is over; answers how many. */
export const forgetOldTallies = (tx: Transaction): Promise<number> =>
  tx.run`
    delete from tally where key_hash in (
      select key_hash from tally where ends_at <= ${tx.now} order by ends_at limit 500
    )
  `;
