import { type Caller, isMember } from '../access/caller.ts';
import { type WebhookReach, reachOf, type WebhookRules } from '../access/webhook-reach.ts';
import { sweepJob } from '../background-job.ts';
import { type Rate, RateLimit } from '../limits/rate-limit.ts';
import type { Service, Slice } from '../slice.ts';
import { addressPolicy } from './address-policy.ts';
import { createWebhook, deleteWebhook, sweepDeletedWebhooks, updateWebhook } from './change-webhook.ts';
import { forgetOldDeliveries, listDeliveries, pingWebhook, redeliver } from './deliveries.ts';
import { listDueQueues, queueDepth } from './delivery-queue.ts';
import { WebhookSender } from './sender.ts';
import { sweepTaskWebhooks } from './task-webhooks.ts';
import { resolveHost, WebhookClient } from './webhook-client.ts';
import { getWebhook, listWebhooks, readWebhook } from './webhook-store.ts';

/** Sends deliveries until it is disposed of. */
const startSending = (service: Service): AsyncDisposable => {
  const { storage, clock, metrics, log, tracer, isExposed, webhookAllow, webhookTimeoutMs: timeoutMs } = service;
  const isAllowed = addressPolicy({ exposed: isExposed, allow: webhookAllow });
  const parts = new AsyncDisposableStack();
  const client = parts.use(new WebhookClient({ isAllowed, resolve: resolveHost(timeoutMs), timeoutMs }));
  const post: WebhookClient['post'] = (request) => client.post(request);
  const sender = new WebhookSender({
    ...service,
    post: tracer ? tracer.tracePost(post) : post,
    offsetsMs: service.webhookScheduleMs,
    // A lease outlasts the attempt for which it was taken, and its record.
    leaseMs: 3 * timeoutMs,
    pollMs: () => service.pollInterval(service.webhookPollMs),
    onAttempt: metrics.counter('pairspace_webhook_attempts_total', 'Delivery attempts by outcome'),
    onError: (err) => {
      log.error({ err }, 'sending deliveries failed');
    },
  });
  parts.use(sender);
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
  return parts;
};

/** The rate is low, because each ping stays in the list for days. */
const pingRate: Rate = { count: 60, windowMs: 60 * 60_000 };
/** The rate is limited, because a redelivery sends a whole event again. */
const redeliveryRate: Rate = { count: 60, windowMs: 60_000 };

const bindWebhooks = (service: Service): void => {
  const { bind, endpoints, read, limits, secrets, requestRate } = service;
  const rules: WebhookRules = { access: service.webhookAccess, ownedByAddress: service.isExposed };
  const pings = new RateLimit('pings of this webhook', requestRate === 'off' ? 'off' : pingRate);
  const redeliveries = new RateLimit('redeliveries of this webhook', requestRate === 'off' ? 'off' : redeliveryRate);
  const scheduleMs = service.webhookScheduleMs.at(-1) ?? 0;
  const reach = ({ caller, clientAddress }: { caller: Caller; clientAddress: string }): WebhookReach =>
    reachOf(caller, clientAddress, rules);
  bind(endpoints.createWebhook, ({ caller, clientAddress, serviceUrl, body, makers, write }) => {
    const registrar = { ...rules, limits, clientAddress, secrets, makers, serviceUrl };
    // Without a session the transaction may run concurrently, because it locks what it decides about.
    const options = isMember(caller) ? { session: caller.sessionId } : { concurrent: true };
    return write((tx) => createWebhook(tx, caller, body, registrar), options);
  });
  bind(endpoints.listWebhooks, async (call) => listWebhooks(read, reach(call), call.query));
  bind(endpoints.getWebhook, async (call) => readWebhook(read, reach(call), call.params.webhookId));
  bind(endpoints.updateWebhook, (call) =>
    call.write((tx) => updateWebhook(tx, reach(call), call.params.webhookId, { ...call.body, scheduleMs })),
  );
  bind(endpoints.deleteWebhook, (call) => call.write((tx) => deleteWebhook(tx, reach(call), call.params.webhookId)));
  bind(endpoints.pingWebhook, async (call) => {
    const { webhookId } = call.params;
    await getWebhook(read, reach(call), webhookId);
    await pings.count(webhookId);
    return call.write((tx) => pingWebhook(tx, reach(call), webhookId));
  });
  bind(endpoints.listDeliveries, async (call) => listDeliveries(read, reach(call), call.params.webhookId, call.query));
  bind(endpoints.redeliver, async (call) => {
    const { webhookId, deliveryId } = call.params;
    await getWebhook(read, reach(call), webhookId);
    await redeliveries.count(webhookId);
    return call.write((tx) => redeliver(tx, reach(call), webhookId, deliveryId));
  });
};

export const webhooks: Slice = {
  sessionTables: [
    // A concurrent transaction that still saw the session may write more rows, so these are deleted after the session.
    { name: 'webhook', atOnce: 'after the session', later: { key: [] } },
    { name: 'webhook_subscription', atOnce: 'after the session', later: { key: [] } },
    { name: 'delivery', later: { key: ['id'] } },
  ],
  backgroundJobs: (background) => [
    sweepJob(background, 'sweeping webhooks of ended tasks', sweepTaskWebhooks),
    sweepJob(background, 'sweeping deleted webhooks', sweepDeletedWebhooks),
    sweepJob(background, 'sweeping old deliveries', (tx) => forgetOldDeliveries(tx, background.webhookKeepMs)),
  ],
  start: startSending,
  bind: bindWebhooks,
};
