import { setTimeout as pause } from 'node:timers/promises';
import type { Bus } from '../events/bus.ts';
import { NotificationSignal } from '../events/notification-signal.ts';
import { deliveriesTopic } from '../events/topics.ts';
import type { Clock } from '../lib/clock.ts';
import type { SecretBox } from '../lib/secret-box.ts';
import type { Storage } from '../storage/storage.ts';
import {
  type DueQueue,
  listDueQueues,
  type Outcome,
  recordOutcome,
  type Sendable,
  takeNext,
} from './delivery-queue.ts';
import { deliveryRequest } from './delivery-request.ts';
import type { AttemptResult, WebhookRequest, WebhookResult } from './webhook-client.ts';

/** Requests that are under way to one host and port (HOOK-26). */
const mostPerHost = 4;
/** Requests that are under way in all. */
const mostInAll = 2048;
/** The time after which a queue gives its place at the host to the next one. */
const turnMs = 1000;

/** Leases and outcomes need no sync: what a loss of power takes back is done again. */
const lightly = { durable: false, concurrent: true };

interface SenderOptions {
  storage: Storage;
  bus: Bus;
  clock: Clock;
  secrets: SecretBox;
  post: (request: WebhookRequest) => Promise<WebhookResult>;
  offsetsMs: readonly number[];
  leaseMs: number;
  /** The time between looks without a notification. */
  pollMs: () => number;
  onAttempt: (outcome: 'delivered' | 'retry' | 'failed' | 'cancelled') => void;
  onError: (error: unknown) => void;
}

/**
 * Sends queued deliveries. The queue is the database: a sender takes the lease on the queue of a webhook, and sends from
 * it one delivery after the other. A crash loses nothing, because leases end by themselves.
 */
export class WebhookSender implements AsyncDisposable {
  readonly #options: SenderOptions;
  /** The queues from which deliveries are sent, by webhook. */
  readonly #serving = new Map<string, Promise<void>>();
  /** The number of these at each host. */
  readonly #atHost = new Map<string, number>();
  /** The queues that were due at the last look and wait for a place, by host. */
  #waiting = new Map<string, DueQueue[]>();
  #hasFailed = false;
  readonly #stop = new AbortController();
  readonly #notifications: NotificationSignal;
  /** Nobody may have run to send older deliveries before, so their age counts from here. */
  readonly #startedAt: number;
  readonly #running: Promise<void>;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
    this.#notifications = new NotificationSignal(options.bus, deliveriesTopic);
    this.#running = this.#run();
  }

  /** The number of requests under way. */
  get underWay(): number {
    return this.#serving.size;
  }

  async #run(): Promise<void> {
    const { pollMs } = this.#options;
    const { signal } = this.#stop;
    using notifications = this.#notifications;
    while (!signal.aborted) {
      this.#hasFailed = false;
      const tookMs = await this.#look().catch((error: unknown) => this.#fail(error));
      // With thousands of queues the sender looks less often.
      await pause(10 + 4 * tookMs, undefined, { signal }).catch(() => undefined);
      await notifications.next(pollMs(), signal);
    }
  }

  /**
   * Finds what is due, and fills the places; returns the duration of the query. A lease with a later end than any holder
   * can have was taken before the clock was set back; the clocks of two nodes may differ by a lease.
   */
  async #look(): Promise<number> {
    const { storage, clock, leaseMs } = this.#options;
    const began = performance.now();
    const now = clock.now();
    const due = await listDueQueues(storage.read, now);
    const tookMs = performance.now() - began;
    const free = due.filter(({ leased_until: until }) => until <= now || until > now + 2 * leaseMs);
    this.#waiting = Map.groupBy(free, ({ url }) => new URL(url).host);
    for (const [index, host] of [...this.#waiting.keys()].entries()) {
      // Others write to the database in between.
      if (index % 100 === 99) await pause(10);
      this.#fill(host);
    }
    return tookMs;
  }

  /** Begins to send from the queues that wait, while there is a place. */
  #fill(host: string): void {
    const waiting = this.#waiting.get(host) ?? [];
    const hasPlace = () => (this.#atHost.get(host) ?? 0) < mostPerHost && this.#serving.size < mostInAll;
    while (hasPlace() && !this.#stop.signal.aborted) {
      const queue = waiting.shift();
      if (!queue) return;
      if (!this.#serving.has(queue.webhook_id)) this.#begin(queue, host);
    }
  }

  #begin(queue: DueQueue, host: string): void {
    const count = (step: number) => this.#atHost.set(host, (this.#atHost.get(host) ?? 0) + step);
    const send = async (): Promise<void> => {
      await this.#sendFrom(queue).catch((error: unknown) => this.#fail(error));
      this.#serving.delete(queue.webhook_id);
      if (count(-1).get(host) === 0) this.#atHost.delete(host);
      this.#fill(host);
      // The queue may have got something since its lease was released.
      this.#notifications.wake();
    };
    count(1);
    this.#serving.set(queue.webhook_id, send());
  }

  /** Reports one error for each look, since one cause may fail thousands of queues. */
  #fail(error: unknown): number {
    if (!this.#hasFailed) this.#options.onError(error);
    this.#hasFailed = true;
    return 0;
  }

  async #sendFrom(queue: DueQueue): Promise<void> {
    const { storage, leaseMs, onAttempt } = this.#options;
    const endsAt = performance.now() + turnMs;
    let next = await storage.write((tx) => takeNext(tx, queue, leaseMs), lightly);
    while (next) {
      const delivery: Sendable = next;
      const outcome = await this.#attempt(delivery);
      const isOver = this.#stop.signal.aborted || performance.now() >= endsAt;
      next = await storage.write(async (tx) => {
        if (outcome) await recordOutcome(tx, delivery, outcome);
        return takeNext(tx, delivery, isOver ? 0 : leaseMs);
      }, lightly);
      if (outcome) onAttempt(outcome.status === 'pending' ? 'retry' : outcome.status);
    }
  }

  /** Tries to deliver; returns nothing if the delivery stays as it is. */
  async #attempt(delivery: Sendable): Promise<Outcome | undefined> {
    if (this.#stop.signal.aborted) return undefined;
    const { storage, clock, secrets, post, offsetsMs } = this.#options;
    const attemptedAt = clock.now();
    const unsent = { ...delivery, last_attempt_at: null, due_at: attemptedAt, response_status: null };
    if (!mayBeSent(delivery)) return { ...unsent, status: 'cancelled', error: null };
    const waitingSince = Math.max(delivery.queued_at, this.#startedAt);
    const isExpired = delivery.attempts === 0 && waitingSince + worthTryingMs(offsetsMs) <= attemptedAt;
    if (isExpired) return { ...unsent, status: 'failed', error: 'expired' };
    const request = deliveryRequest(delivery, secrets, attemptedAt);
    // The session may have become private between the check above and the first byte, while the connection was made.
    const mayStart = delivery.scope === 'public' ? () => isStillOpen(storage, delivery) : undefined;
    const result = request ? await post({ ...request, mayStart }) : { responseStatus: null, error: 'secret' as const };
    if (result === 'withheld') return undefined;
    return outcomeOf(delivery, result, { attemptedAt, now: clock.now(), offsetsMs, random: Math.random() });
  }

  /** Begins nothing new, and waits for running requests and their outcomes. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await Promise.all(this.#serving.values());
  }
}

/**
 * Whether the receiver may get the delivery. Nobody gets events of a deleted session, and an open webhook gets none of a
 * private session (HOOK-3). A ping of a webhook without a session contains no session's data.
 */
const mayBeSent = ({ session_id, scope, visibility }: Sendable): boolean =>
  session_id === '' || visibility === 'public' || (visibility === 'private' && scope !== 'public');

const isStillOpen = async ({ read }: Storage, { webhook_id, session_id }: Sendable): Promise<boolean> => {
  const found = await read.get`
    select 1 as found from webhook where id = ${webhook_id} and active = 1
      and (${session_id} = '' or exists (select 1 from session where id = ${session_id} and visibility = 'public'))
  `;
  return found !== undefined;
};

const jitter = 0.1;
const minuteMs = 60_000;

interface Progress {
  /** Attempts of this round so far, including the one that just failed. */
  attempts: number;
  firstAttemptAt: number;
  now: number;
  /** The times of all further attempts, counted from the first. */
  offsetsMs: readonly number[];
  /** Between 0 and 1. */
  random: number;
}

/**
 * The time of the next attempt; undefined after the last (HOOK-14). Times count from the first attempt, so that the
 * last attempt comes when the schedule says, never earlier: a receiver that is back by then has lost nothing. If
 * attempts were missed while no sender ran, the following ones keep a distance from each other.
 */
export const nextAttemptAt = ({ attempts, firstAttemptAt, now, offsetsMs, random }: Progress): number | undefined => {
  const offsetMs = offsetsMs[attempts - 1];
  if (offsetMs === undefined) return undefined;
  const distanceMs = (offsetMs - (offsetsMs[attempts - 2] ?? 0)) / 2;
  const earliest = attempts === offsetsMs.length ? 1 : 1 - jitter;
  const planned = firstAttemptAt + offsetMs * (earliest + (1 + jitter - earliest) * random);
  return Math.round(Math.max(planned, now + Math.min(distanceMs, minuteMs)));
};

/** The age up to which a delivery still gets a first attempt. */
export const worthTryingMs = (offsetsMs: readonly number[]): number => (offsetsMs.at(-1) ?? 0) * (1 + jitter);

/** Delivered, to be tried again, or given up (HOOK-13, HOOK-14). */
export const outcomeOf = (
  delivery: Pick<Sendable, 'event' | 'attempts' | 'first_attempt_at'>,
  { responseStatus: response_status, error }: AttemptResult,
  { attemptedAt, ...progress }: Omit<Progress, 'attempts' | 'firstAttemptAt'> & { attemptedAt: number },
): Outcome => {
  const attempts = delivery.attempts + 1;
  const first_attempt_at = delivery.first_attempt_at ?? attemptedAt;
  const isLast = error === null || delivery.event === 'ping';
  const retryAt = isLast ? undefined : nextAttemptAt({ ...progress, attempts, firstAttemptAt: first_attempt_at });
  const status = error === null ? 'delivered' : retryAt === undefined ? 'failed' : 'pending';
  const at = { first_attempt_at, last_attempt_at: attemptedAt, due_at: retryAt ?? progress.now };
  return { status, attempts, ...at, response_status, error };
};
