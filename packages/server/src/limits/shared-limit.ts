import { rateLimited, ServiceError } from '@pairspace/protocol';
import { hash } from 'node:crypto';
import { CommittedError, type Transaction } from '../storage/storage.ts';
import type { Rate } from './rate-limit.ts';

/** The rates of one address or seat, and of a whole session. */
interface SharedRates {
  perSubject: Rate;
  perSession: Rate;
}

/** The subject of a counter: a session with an address or an agent, or an address without a session. */
type CounterSubject = readonly [sessionId: string, one: string] | readonly [address: string];

interface Counter {
  keyHash: string;
  rate: Exclude<Rate, 'off'>;
}

/**
 * Counts failures, such as wrong codes, or successes, such as recoveries. The counts are stored in the database, so
 * that the limit is shared by all nodes.
 */
export class SharedLimit {
  readonly #what: string;
  readonly #rates: SharedRates;

  /** `what` completes the sentence "Too many …". */
  constructor(what: string, rates: SharedRates) {
    this.#what = what;
    this.#rates = rates;
  }

  /**
   * Runs `attempt`, unless there were too many misses in the session, from the address or in total. If the attempt
   * misses, the miss is counted. A successful attempt writes nothing here and locks nothing. Concurrent
   * attempts cannot bypass the limit, because the transaction is alone in its session. A missed attempt must have
   * written nothing, because the transaction is committed with the count.
   */
  async guard<T>(
    tx: Transaction,
    subject: CounterSubject,
    isMiss: (error: ServiceError) => boolean,
    attempt: () => Promise<T>,
  ): Promise<T> {
    const counted = this.#countersOf(subject);
    for (const counter of counted) await this.#assertLeft(tx, counter);
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ServiceError) || !isMiss(error) || counted.length === 0) throw error;
      for (const counter of counted) await this.#add(tx, counter);
      throw new CommittedError(error);
    }
  }

  /** Counts a success. Throws if the limit is reached. */
  async count(tx: Transaction, subject: CounterSubject): Promise<void> {
    for (const counter of this.#countersOf(subject)) {
      await this.#assertLeft(tx, counter);
      await this.#add(tx, counter);
    }
  }

  async #assertLeft(tx: Transaction, { keyHash, rate: { count } }: Counter): Promise<void> {
    const counter = await tx.get<{ used: number; ends_at: number }>`
      select used, ends_at from rate_counter where key_hash = ${keyHash} and ends_at > ${tx.now}
    `;
    if (counter && counter.used >= count) {
      throw rateLimited(`Too many ${this.#what}.`, Math.max(1, Math.ceil((counter.ends_at - tx.now) / 1000)));
    }
  }

  async #add(tx: Transaction, { keyHash, rate: { windowMs } }: Counter): Promise<void> {
    await tx.run`
      insert into rate_counter (key_hash, used, ends_at) values (${keyHash}, 1, ${tx.now + windowMs})
      on conflict (key_hash) do update set
        used = case when rate_counter.ends_at <= ${tx.now} then 1 else rate_counter.used + 1 end,
        ends_at = case when rate_counter.ends_at <= ${tx.now} then excluded.ends_at else rate_counter.ends_at end
    `;
  }

  /** Attempts without a session are counted only under their address. */
  #countersOf(subject: CounterSubject): Counter[] {
    const { perSubject, perSession } = this.#rates;
    const counter = (rate: Rate, ...key: string[]): Counter[] =>
      rate === 'off' ? [] : [{ keyHash: hash('sha256', JSON.stringify([this.#what, ...key])), rate }];
    const [sessionId] = subject;
    return [...counter(perSubject, ...subject), ...(subject.length > 1 ? counter(perSession, sessionId) : [])];
  }
}

/** Removes some counts whose window has ended; returns their number. */
export const forgetOldCounts = (tx: Transaction): Promise<number> =>
  tx.run`
    delete from rate_counter where key_hash in (
      select key_hash from rate_counter where ends_at <= ${tx.now} order by ends_at limit 500
    )
  `;
