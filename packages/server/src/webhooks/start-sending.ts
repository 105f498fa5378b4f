import type { Service } from '../slice.ts';
import { addressPolicy } from './address-policy.ts';
import { listDueQueues, queueDepth } from './delivery-queue.ts';
import { resolveHost } from './resolve-host.ts';
import { WebhookSender } from './sender.ts';
import { WebhookClient } from './webhook-client.ts';

/** Sends deliveries until it is disposed of. */
export const startSending = (service: Service): AsyncDisposable => {
  const { storage, clock, metrics, log, tracer, isExposed, webhookAllow, webhookTimeoutMs: timeoutMs } = service;
  const isAllowed = addressPolicy({ exposed: isExposed, allow: webhookAllow });
  const client = new WebhookClient({ isAllowed, resolve: resolveHost(timeoutMs), timeoutMs });
  const post: WebhookClient['post'] = (request) => client.post(request);
  const sender = new WebhookSender({
    ...service,
    post: tracer ? tracer.tracePost(post) : post,
    offsetsMs: service.webhookScheduleMs,
    // A lease outlasts the attempt for which it was taken, and its record.
    leaseMs: 3 * timeoutMs,
    pollMs: () => service.pollInterval(service.webhookPollMs),
    random: Math.random,
    onAttempt: metrics.counter('pairspace_webhook_attempts_total', 'Delivery attempts by outcome'),
    onError: (err) => {
      log.error({ err }, 'sending deliveries failed');
    },
  });
  metrics.gauge('pairspace_webhook_under_way', 'Deliveries under way', () => sender.underWay);
  metrics.gauge('pairspace_webhook_queue', 'Deliveries that wait for an attempt', () => queueDepth(storage.read));
  metrics.gauge(
    'pairspace_webhook_oldest_due_seconds',
    'The delay of the oldest due delivery, in seconds',
    async () => {
      const now = clock.now();
      const due = await listDueQueues(storage.read, now);
      return Math.max(0, ...due.map(({ due_at }) => now - due_at)) / 1000;
    },
  );
  return {
    async [Symbol.asyncDispose]() {
      await sender[Symbol.asyncDispose]();
      await client[Symbol.asyncDispose]();
    },
  };
};
