import type { Bus } from '../events/bus.ts';
import type { Clock } from '../lib/clock.ts';
import { type WebhookScope } from '@pairspace/protocol';
import { newId } from '../lib/ids.ts';
import type { Storage } from '../storage/storage.ts';
import { addressPolicy, type AddressRange } from './address-policy.ts';
import type { Lease } from './claim-webhook.ts';
import type { WebhookRequest, WebhookResult } from './webhook-client.ts';
import { LazyWebhookClient } from './lazy-webhook-client.ts';
import { oldestDueMs, queueDepth } from './queue-metrics.ts';
import { resolveHost } from './resolve-host.ts';
import type { SecretBox } from '../lib/secret-box.ts';
import { type AttemptOutcome, WebhookSender } from './sender.ts';
import { TargetBudget } from './target-budget.ts';

/** The greatest number of concurrent requests (HOOK-26). */
const underWay = { total: 256, perHost: 2 };
const mb = 1024 * 1024;
const windowMs = 60_000;
/**
 * The rates to one receiver (HOOK-33). On an exposed service `strangersRate` bounds the webhooks that were made without
 * a token, and `usersRate` those of sessions; on loopback, `usersRate` bounds the webhooks without a token.
 */
const strangersRate = { requests: 30, bytes: 10 * mb, windowMs };
const usersRate = { requests: 3000, bytes: 100 * mb, windowMs };

interface SendingOptions {
  storage: Storage;
  bus: Bus;
  clock: Clock;
  secrets: SecretBox;
  /** Whether other machines can reach the service. */
  isExposed: boolean;
  webhookAllow: readonly AddressRange[];
  webhookScheduleMs: readonly number[];
  webhookTimeoutMs: number;
  webhookPollMs: number;
  /** The pause before a round that any node may make; it grows with the number of nodes. */
  pollInterval: (pauseMs: number) => number;
  webhookLeaseMs: number;
  metrics: {
    counter: (name: string, help: string) => (outcome: AttemptOutcome) => void;
    gauge: (name: string, help: string, read: () => number | Promise<number>) => void;
  };
  tracePost?: TracePost | undefined;
  onError: (error: unknown) => void;
}

type Post = (request: WebhookRequest) => Promise<WebhookResult>;
type TracePost = (post: Post) => Post;

/** Sends deliveries until it is disposed of. */
export const startSending = (options: SendingOptions): AsyncDisposable => {
  const {
    storage,
    clock,
    webhookTimeoutMs,
    webhookPollMs,
    pollInterval,
    metrics,
    tracePost = (post: Post) => post,
  } = options;
  // A lease outlasts the attempt for which it was renewed, and its record.
  const leaseMs = Math.max(options.webhookLeaseMs, 3 * webhookTimeoutMs);
  const lease = { holder: newId('snd', clock.now()), leaseMs };
  const client = createClient(options);
  const sender = new WebhookSender({
    storage,
    bus: options.bus,
    clock,
    secrets: options.secrets,
    post: tracePost((request) => client.post(request)),
    offsetsMs: options.webhookScheduleMs,
    lease,
    pollMs: () => pollInterval(webhookPollMs),
    underWay,
    random: Math.random,
    onAttempt: metrics.counter('pairspace_webhook_attempts_total', 'Delivery attempts by outcome'),
    onError: options.onError,
  });
  measure(options, sender, lease);
  return {
    async [Symbol.asyncDispose]() {
      await sender[Symbol.asyncDispose]();
      await client[Symbol.asyncDispose]();
    },
  };
};

const createClient = ({ isExposed, webhookAllow, webhookTimeoutMs }: SendingOptions): LazyWebhookClient =>
  new LazyWebhookClient({
    isAllowed: addressPolicy({ exposed: isExposed, allow: webhookAllow }),
    resolve: resolveHost(webhookTimeoutMs),
    timeoutMs: webhookTimeoutMs,
    connectionsPerHost: underWay.perHost,
    budgets: budgetsOf(isExposed),
  });

const budgetsOf = (isExposed: boolean): Partial<Record<WebhookScope, TargetBudget>> =>
  isExposed
    ? { public: new TargetBudget(strangersRate), session: new TargetBudget(usersRate) }
    : { public: new TargetBudget(usersRate) };

const measure = ({ storage: { read }, clock, metrics }: SendingOptions, sender: WebhookSender, lease: Lease): void => {
  metrics.gauge('pairspace_webhook_under_way', 'Deliveries under way', () => sender.underWay);
  metrics.gauge('pairspace_webhook_queue', 'Deliveries that wait for an attempt', () => queueDepth(read));
  metrics.gauge(
    'pairspace_webhook_oldest_due_seconds',
    'The delay of the oldest due delivery, in seconds',
    async () => (await oldestDueMs(read, lease, clock.now())) / 1000,
  );
};
