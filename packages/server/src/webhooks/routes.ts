import { type Caller, isMember } from '../access/caller.ts';
import { type WebhookReach, reachOf, type WebhookRules } from '../access/webhook-reach.ts';
import { type Rate, RateLimit } from '../limits/rate-limit.ts';
import type { Service } from '../slice.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { listDeliveries } from './delivery-store.ts';
import { listWebhooks } from './list-webhooks.ts';
import { pingWebhook } from './ping-webhook.ts';
import { redeliver } from './redeliver.ts';
import { updateWebhook } from './update-webhook.ts';
import { getWebhook, readWebhook } from './webhook-store.ts';

/** The rate is low, because each ping stays in the list for days. */
const pingRate: Rate = { count: 60, windowMs: 60 * 60_000 };
/** The rate is limited, because a redelivery sends a whole event again. */
const redeliveryRate: Rate = { count: 60, windowMs: 60_000 };

export const bindWebhooks = (service: Service): void => {
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
