import { setTimeout as pause } from 'node:timers/promises';
import type { Bus } from '../events/bus.ts';
import { NotificationSignal } from '../events/notification-signal.ts';
import { deliveriesTopic } from '../events/topics.ts';
import type { Clock } from '../lib/clock.ts';
import type { Storage } from '../storage/storage.ts';
import {
  type ClaimedWebhook,
  claimWebhook,
  type Lease,
  listWaiting,
  releaseWebhooks,
  type WaitingWebhook,
} from './claim-webhook.ts';
import { ConcurrencyLimiter, type ConcurrencyLimits } from './concurrency-limiter.ts';
import { QueueConsumer } from './queue-consumer.ts';
import { makeAttempt } from './make-attempt.ts';
import type { WebhookRequest, WebhookResult } from './webhook-client.ts';
import { receiverOf } from './webhook-request.ts';
import { Recorder } from './recorder.ts';
import type { SecretBox } from '../lib/secret-box.ts';

/** The least time between two queries; faster notifications are handled together. */
const minPauseMs = 10;
/** The ratio of the pause to the duration of the last query: with thousands of queues the sender queries less often. */
const restPerLook = 4;
const maxPauseMs = 1000;
/** The number of queues that one transaction claims, which bounds how long it blocks the writer. */
const claimedAtOnce = 100;

/**
 * Claims need no sync: a lease that a loss of power reverts is taken again. Each claim is a single conditional update.
 */
const lightly = { durable: false, concurrent: true };

/** The result of an attempt. */
export type AttemptOutcome = 'delivered' | 'retry' | 'failed' | 'cancelled';

interface SenderOptions {
  storage: Storage;
  bus: Bus;
  clock: Clock;
  secrets: SecretBox;
  post: (request: WebhookRequest) => Promise<WebhookResult>;
  offsetsMs: readonly number[];
  lease: Lease;
  /** The poll interval, for deliveries without a notification. */
  pollMs: () => number;
  underWay: ConcurrencyLimits;
  random: () => number;
  onAttempt: (outcome: AttemptOutcome) => void;
  onError: (error: unknown) => void;
}

/**
 * Sends queued deliveries. The queue is the database: a claim is a lease on one webhook's queue, and a consumer works
 * on it while others work on theirs. A crash loses nothing, because the queues become free when the leases expire.
 */
export class WebhookSender implements AsyncDisposable {
  readonly #options: SenderOptions;
  readonly #limiter: ConcurrencyLimiter;
  readonly #recorder: Recorder;
  /** Webhooks whose receiver has reached its limit, with the end of the pause by `performance.now()`. */
  readonly #postponed = new Map<string, number>();
  readonly #consumers = new Map<string, { consumer: QueueConsumer; over: Promise<void> }>();
  readonly #stop = new AbortController();
  readonly #giveUp = new AbortController();
  readonly #startedAt: number;
  readonly #notifications: NotificationSignal;
  /** The time of the next query, unless a notification comes first. */
  #looksAt = Infinity;
  readonly #running: Promise<void>;

  constructor(options: SenderOptions) {
    const { storage, bus, onError, clock, underWay, lease } = options;
    this.#options = options;
    this.#limiter = new ConcurrencyLimiter(underWay);
    this.#recorder = new Recorder({ storage, onError, giveUp: this.#giveUp.signal });
    this.#startedAt = clock.now();
    this.#notifications = new NotificationSignal(bus, deliveriesTopic, lease.holder);
    this.#running = this.#run();
  }

  /** The number of requests under way. */
  get underWay(): number {
    return this.#limiter.underWay;
  }

  async #run(): Promise<void> {
    const { clock, onError } = this.#options;
    const { signal } = this.#stop;
    using notifications = this.#notifications;
    while (!signal.aborted) {
      this.#looksAt = Infinity;
      const pollMs = this.#options.pollMs();
      const { untilDueMs, tookMs } = await this.#openConsumers().catch((error: unknown) => {
        onError(error);
        return { untilDueMs: pollMs, tookMs: 0 };
      });
      const restMs = Math.min(Math.max(minPauseMs, restPerLook * tookMs), maxPauseMs);
      this.#looksAt = clock.now() + Math.min(untilDueMs, pollMs);
      await pause(restMs, undefined, { signal }).catch(() => undefined);
      await notifications.next(Math.max(0, Math.min(untilDueMs, pollMs) - restMs), signal);
    }
  }

  /**
   * Starts a consumer for every due queue; returns the time until the next one is due, and the duration of the query.
   */
  async #openConsumers(): Promise<{ untilDueMs: number; tookMs: number }> {
    const { storage, bus, clock, lease } = this.#options;
    const now = clock.now();
    const began = performance.now();
    const listed = await listWaiting(storage.read, lease, now);
    const tookMs = performance.now() - began;
    const elsewhere = listed.map(({ heldBy, dueAt }) => (dueAt <= now ? heldBy : null));
    for (const holder of new Set(elsewhere)) if (holder !== null) bus.notify(holder);
    const waiting = this.#notBefore(
      now,
      listed.filter(({ heldBy }) => heldBy === null),
    );
    const due = waiting.filter(({ dueAt }) => dueAt <= now);
    const unclaimed = due.map(({ webhookId }) => webhookId).filter((id) => !this.#consumers.has(id));
    for (const { webhookId } of due) this.#consumers.get(webhookId)?.consumer.notify();
    // All senders claim queues in the same order, so that none of them deadlock.
    unclaimed.sort();
    while (unclaimed.length > 0) await this.#claim(unclaimed.splice(0, claimedAtOnce));
    const later = waiting.map(({ dueAt }) => dueAt).filter((dueAt) => dueAt > now);
    return { untilDueMs: later.reduce((soonest, dueAt) => Math.min(soonest, dueAt), Infinity) - now, tookMs };
  }

  /** The queues with their due times. A postponed queue is due when its receiver may get more requests. */
  #notBefore(now: number, waiting: readonly WaitingWebhook[]): WaitingWebhook[] {
    const timer = performance.now();
    for (const [id, until] of this.#postponed) if (until <= timer) this.#postponed.delete(id);
    return waiting.map((one) => {
      const until = this.#postponed.get(one.webhookId);
      return until === undefined ? one : { ...one, dueAt: Math.max(one.dueAt, now + until - timer) };
    });
  }

  async #claim(webhookIds: readonly string[]): Promise<void> {
    const { storage, lease } = this.#options;
    const claimed = await storage.write(async (tx) => {
      const webhooks: (ClaimedWebhook | undefined)[] = [];
      for (const id of webhookIds) webhooks.push(await claimWebhook(tx, id, lease));
      return webhooks.filter((webhook) => webhook !== undefined);
    }, lightly);
    for (const webhook of claimed) this.#open(webhook);
    // Another sender holds a queue, perhaps from before its delivery was due; the next query shows this sender.
    if (claimed.length < webhookIds.length) this.#notifications.wake();
  }

  #open(webhook: ClaimedWebhook): void {
    const { storage, bus, clock, secrets, lease, onAttempt, onError } = this.#options;
    const receiver = receiverOf(webhook, secrets);
    const attemptOptions = { ...this.#options, db: storage.read, startedAt: this.#startedAt };
    const consumer = new QueueConsumer(webhook, {
      storage,
      clock,
      lease,
      limiter: this.#limiter,
      recorder: this.#recorder,
      attempt: (due) => makeAttempt(due, receiver, attemptOptions),
      onPostponed: (waitMs) => {
        this.#postponed.set(webhook.id, performance.now() + waitMs);
      },
      onRecorded: ({ status, due_at }) => {
        onAttempt(status === 'pending' ? 'retry' : status);
        if (status === 'pending' && due_at < this.#looksAt) this.#notifications.wake();
      },
    });
    const over = consumer
      .run()
      .catch(onError)
      .finally(() => {
        this.#consumers.delete(webhook.id);
        // A notification after the consumer's last query is for the next consumer.
        if (consumer.isNotified) bus.notifyLocal(deliveriesTopic);
      });
    this.#consumers.set(webhook.id, { consumer, over });
  }

  /** Begins nothing new, waits for running requests and their outcomes, and releases the leases. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { storage, lease, onError } = this.#options;
    this.#stop.abort();
    await this.#running;
    const open = [...this.#consumers.values()];
    for (const { consumer } of open) consumer.stop();
    this.#limiter.close();
    this.#giveUp.abort();
    await Promise.all(open.map(({ over }) => over));
    await storage.write((tx) => releaseWebhooks(tx, lease.holder), lightly).catch(onError);
  }
}
