import type { Endpoints, Limits } from '@pairspace/protocol';
import { type Caller, isMember } from '../access/caller.ts';
import { type WebhookReach, reachOf, type WebhookRules } from '../access/webhook-reach.ts';
import type { Bind } from '../http/dispatch/call.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Queries } from '../storage/storage.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listWebhooks } from './list-webhooks.ts';
import { pingWebhook } from './ping-webhook.ts';
import { redeliver } from './redeliver.ts';
import type { SecretBox } from '../lib/secret-box.ts';
import { updateWebhook } from './update-webhook.ts';
import { getWebhook, readWebhook } from './webhook-store.ts';

interface WebhookRoutes {
  bind: Bind;
  endpoints: Endpoints;
  read: Queries;
  rules: WebhookRules;
  limits: Limits;
  secrets: SecretBox;
  /** The time for which deliveries wait for an inactive webhook. */
  scheduleMs: number;
  pings: RateLimit;
  redeliveries: RateLimit;
}

export const bindWebhooks = (routes: WebhookRoutes): void => {
  const { bind, endpoints, read, rules, limits, secrets, scheduleMs, pings, redeliveries } = routes;
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
