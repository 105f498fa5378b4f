import type { Clock } from '../lib/clock.ts';
import type { Storage } from '../storage/storage.ts';
import { type ClaimedWebhook, claimWebhook, type DueDelivery, type Lease, listDue } from './claim-webhook.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import type { Postponed } from './make-attempt.ts';
import type { AttemptRecord } from './record-attempts.ts';
import type { Recorder } from './recorder.ts';

/** The number of deliveries in one query. */
const pageSize = 64;
/** The greatest number of deliveries with an unwritten outcome, which a crash would repeat. */
const maxUnrecorded = 16;
/** The time for which a consumer keeps an empty queue. */
const lingerMs = 500;

interface QueueConsumerOptions {
  storage: Storage;
  clock: Clock;
  lease: Lease;
  limiter: ConcurrencyLimiter;
  recorder: Recorder;
  attempt: (due: DueDelivery) => Promise<AttemptRecord | Postponed | undefined>;
  /** Called when the queue must wait; the consumer then ends. */
  onPostponed: (waitMs: number) => void;
  /** Called when an outcome is written. */
  onRecorded: (record: AttemptRecord) => void;
}

/** Works on one webhook's queue while it holds the lease: one delivery after the other, in order. */
export class QueueConsumer {
  readonly id: string;
  readonly #host: string;
  readonly #options: QueueConsumerOptions;
  /** Sent deliveries with unwritten outcomes. */
  readonly #unrecorded = new Map<string, Promise<void>>();
  #leasedUntil: number;
  #isProven: boolean;
  #isNotified = false;
  #wake: (() => void) | undefined;
  #isOver = false;

  constructor({ id, url, leasedUntil, lastStatus }: ClaimedWebhook, options: QueueConsumerOptions) {
    this.id = id;
    this.#host = new URL(url).origin;
    this.#leasedUntil = leasedUntil;
    this.#isProven = lastStatus === 'delivered';
    this.#options = options;
  }

  /** Signals that a delivery may be due. */
  notify(): void {
    this.#isNotified = true;
    this.#wake?.();
  }

  /** Whether a signal came since the last query. */
  get isNotified(): boolean {
    return this.#isNotified;
  }

  /** Begins no further delivery. */
  stop(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  /** Sends due deliveries until the queue is empty, the lease is lost, or the consumer is stopped. */
  async run(): Promise<void> {
    try {
      while (!this.#isOver) {
        this.#isNotified = false;
        if (await this.#takeDue()) continue;
        await this.flush();
        if (!(await this.#waitForNotice())) return;
      }
    } finally {
      await this.flush();
    }
  }

  /** Resolves when every outcome so far is written. */
  async flush(): Promise<void> {
    if (this.#unrecorded.size > 0) this.#options.recorder.flush();
    await Promise.all(this.#unrecorded.values());
  }

  /** Waits for a signal while the queue is empty; returns whether one came in time. */
  async #waitForNotice(): Promise<boolean> {
    if (!this.#isNotified && !this.#isOver) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      const timer = setTimeout(resolve, lingerMs);
      await promise;
      clearTimeout(timer);
      this.#wake = undefined;
    }
    return this.#isNotified;
  }

  /** Sends the due deliveries; returns whether there were any. */
  async #takeDue(): Promise<boolean> {
    const { storage, clock } = this.#options;
    /**
     * The copy is made before the query, because the result of the query lacks outcomes that are written during the
     * query.
     */
    const inHand = new Set(this.#unrecorded.keys());
    const due = await listDue(storage.read, this.id, clock.now(), pageSize);
    const untaken = due.filter(({ id }) => !inHand.has(id));
    for (const delivery of untaken) if (!this.#isOver) await this.#take(delivery);
    return untaken.length > 0;
  }

  async #take(delivery: DueDelivery): Promise<void> {
    const { limiter, attempt, onPostponed } = this.#options;
    while (this.#unrecorded.size >= maxUnrecorded) await Promise.race(this.#unrecorded.values());
    const release = await limiter.acquire(this.#host, this.#isProven);
    try {
      if (!release || this.#isOver || !(await this.#keepLease())) {
        this.#isOver = true;
        return;
      }
      const record = await attempt(delivery);
      if (record && 'waitMs' in record) {
        this.#isOver = true;
        onPostponed(record.waitMs);
      } else if (record) this.#keep(record);
    } finally {
      release?.();
    }
  }

  #keep(record: AttemptRecord): void {
    const { recorder, onRecorded } = this.#options;
    if (record.attempted_at !== null) this.#isProven = record.status === 'delivered';
    const recorded = recorder.record(record).then(() => {
      this.#unrecorded.delete(record.id);
      onRecorded(record);
    });
    this.#unrecorded.set(record.id, recorded);
  }

  /** Renews the lease in time for one more attempt and its record; returns whether it still holds. */
  async #keepLease(): Promise<boolean> {
    const { storage, clock, lease } = this.#options;
    const leftMs = this.#leasedUntil - clock.now();
    // A clock that was set back leaves more than a whole lease, and says nothing of the time that is left elsewhere.
    if (leftMs > lease.leaseMs / 2 && leftMs <= lease.leaseMs) return true;
    const renewed = await storage.write((tx) => claimWebhook(tx, this.id, lease), {
      durable: false,
      concurrent: true,
    });
    this.#leasedUntil = renewed?.leasedUntil ?? 0;
    return renewed !== undefined;
  }
}
