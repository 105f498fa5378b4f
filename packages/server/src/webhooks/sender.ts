import { setTimeout as pause } from 'node:timers/promises';
import type { Bus } from '../events/bus.ts';
import { NotificationSignal } from '../events/notification-signal.ts';
import { deliveriesTopic } from '../events/topics.ts';
import type { Clock } from '../lib/clock.ts';
import type { SecretBox } from '../lib/secret-box.ts';
import type { Storage } from '../storage/storage.ts';
import { type Outcome, outcomeOf, worthTryingMs } from './attempt-outcome.ts';
import { type DueQueue, listDueQueues, recordAttempt, type Sendable, takeNext } from './delivery-queue.ts';
import { deliveryRequest } from './delivery-request.ts';
import type { WebhookRequest, WebhookResult } from './webhook-client.ts';

/** Requests that are under way to one host and port (HOOK-26). */
const mostPerHost = 4;
/** Requests that are under way in all. */
const mostInAll = 2048;
/** The number of leases that are taken at once, so that others get connections of the database between. */
const takenAtOnce = 100;
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

/** A queue from which deliveries are sent. */
interface Serving {
  webhookId: string;
  host: string;
  over: Promise<void>;
}

const hostOf = (url: string): string => new URL(url).host;

/**
 * Sends queued deliveries. The queue is the database: a sender takes the lease on the queue of a webhook, and sends from
 * it one delivery after the other. A crash loses nothing, because leases end by themselves.
 */
export class WebhookSender implements AsyncDisposable {
  readonly #options: SenderOptions;
  readonly #serving = new Set<Serving>();
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
    const { storage, clock, pollMs, onError } = this.#options;
    const { signal } = this.#stop;
    using notifications = this.#notifications;
    while (!signal.aborted) {
      const began = performance.now();
      let tookMs = 0;
      try {
        const due = await listDueQueues(storage.read, clock.now());
        tookMs = performance.now() - began;
        await this.#serve(this.#chosenFrom(due));
      } catch (error) {
        onError(error);
      }
      // With thousands of queues the sender looks less often.
      await pause(10 + 4 * tookMs, undefined, { signal }).catch(() => undefined);
      await notifications.next(pollMs(), signal);
    }
  }

  /**
   * The queues for which there is a place, in all and at their host. A lease with a later end than any holder can have
   * was taken before the clock was set back; the clocks of two nodes may differ by a lease.
   */
  #chosenFrom(due: readonly DueQueue[]): DueQueue[] {
    const { clock, leaseMs } = this.#options;
    const now = clock.now();
    const served = new Set(Array.from(this.#serving, ({ webhookId }) => webhookId));
    const taken = new Map<string, number>();
    const takePlace = (host: string): boolean => {
      taken.set(host, (taken.get(host) ?? 0) + 1);
      return Number(taken.get(host)) <= mostPerHost;
    };
    for (const { host } of this.#serving) takePlace(host);
    return due
      .filter(({ leased_until: until }) => until <= now || until > now + 2 * leaseMs)
      .filter(({ webhook_id, url }) => !served.has(webhook_id) && takePlace(hostOf(url)))
      .slice(0, mostInAll - this.#serving.size);
  }

  async #serve(queues: DueQueue[]): Promise<void> {
    const { storage, leaseMs } = this.#options;
    while (queues.length > 0 && !this.#stop.signal.aborted) {
      const taking = queues.splice(0, takenAtOnce);
      const taken = taking.map((queue) => storage.write((tx) => takeNext(tx, queue, leaseMs), lightly));
      for (const delivery of await Promise.all(taken)) if (delivery) this.#begin(delivery);
    }
  }

  #begin(delivery: Sendable): void {
    const serving: Serving = { webhookId: delivery.webhook_id, host: hostOf(delivery.url), over: Promise.resolve() };
    this.#serving.add(serving);
    serving.over = this.#sendFrom(delivery)
      .catch(this.#options.onError)
      .finally(() => {
        this.#serving.delete(serving);
        // There is a place again, and the queue may have got something since its lease was released.
        this.#notifications.wake();
      });
  }

  async #sendFrom(first: Sendable): Promise<void> {
    const { storage, leaseMs, onAttempt } = this.#options;
    const endsAt = performance.now() + turnMs;
    for (let next: Sendable | undefined = first; next;) {
      const delivery: Sendable = next;
      const outcome = await this.#attempt(delivery);
      const isOver = this.#stop.signal.aborted || performance.now() >= endsAt;
      next = await storage.write((tx) => recordAttempt(tx, delivery, outcome, isOver ? 0 : leaseMs), lightly);
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
    await Promise.all(Array.from(this.#serving, ({ over }) => over));
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
