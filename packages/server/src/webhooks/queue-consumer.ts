import type { Clock } from '../lib/clock.ts';
import type { Storage } from '../storage/storage.ts';
import { type ClaimedWebhook, claimWebhook, type DueDelivery, type Lease, listDue } from './claim-webhook.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import type { Postponed } from './make-attempt.ts';
import type { AttemptRecord } from './record-attempts.ts';
import type { Recorder } from './recorder.ts';

/** How many deliveries are looked up at once. */
const pageSize = 64;
/** How many deliveries may have an outcome that is not written yet: what a crash repeats at most. */
const maxUnrecorded = 16;
/** How long an empty queue is kept in hand, for what may come next. */
const lingerMs = 500;

interface QueueConsumerOptions {
  storage: Storage;
  clock: Clock;
  lease: Lease;
  limiter: ConcurrencyLimiter;
  recorder: Recorder;
  attempt: (due: DueDelivery) => Promise<AttemptRecord | Postponed | undefined>;
  /** Told when the queue has to wait; it is over for now. */
  onPostponed: (waitMs: number) => void;
  /** Told when an outcome is written. */
  onRecorded: (record: AttemptRecord) => void;
}

/** Works on one webhook's queue while it has the lease: one delivery after the other, in order. */
export class QueueConsumer {
  readonly id: string;
  readonly #host: string;
  readonly #options: QueueConsumerOptions;
  /** Sent, but the outcome is not written yet. */
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

  /** Says that there may be something due. */
  notify(): void {
    this.#isNotified = true;
    this.#wake?.();
  }

  /** There was a call since it last looked. */
  get isNotified(): boolean {
    return this.#isNotified;
  }

  /** Nothing more is begun. */
  stop(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  /** Sends what is due, until there is nothing more, the lease is lost, or it is stopped. */
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

  /** Whether there is a call before the time to close. */
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

  /** Answers whether there was anything. */
  async #takeDue(): Promise<boolean> {
    const { storage, clock } = this.#options;
    // As it was before the look: what is recorded while it is on its way stands there as it was.
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

  /** Renews the lease in time for one more attempt and its record; answers whether it still holds. */
  async #keepLease(): Promise<boolean> {
    const { storage, clock, lease } = this.#options;
    if (this.#leasedUntil - clock.now() > lease.leaseMs / 2) return true;
    const renewed = await storage.write((tx) => claimWebhook(tx, this.id, lease), {
      durable: false,
      concurrent: true,
    });
    this.#leasedUntil = renewed?.leasedUntil ?? 0;
    return renewed !== undefined;
  }
}
