import type { Endpoints } from '@pairspace/protocol';
import type { Caller } from '../access/caller.ts';
import type { Bind } from '../http/call.ts';
import type { Queries } from '../storage/storage.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listWebhooks } from './list-webhooks.ts';
import { pingWebhook } from './ping-webhook.ts';
import { type Reach, reachOf, type WebhookAccess, type WebhookLimits } from './policy.ts';
import { redeliver } from './redeliver.ts';
import type { SecretBox } from './secret-box.ts';
import { updateWebhook } from './update-webhook.ts';
import { getWebhook, presentWebhook } from './webhook-store.ts';

interface WebhookRoutes {
  bind: Bind;
  endpoints: Endpoints;
  read: Queries;
  access: WebhookAccess;
  limits: WebhookLimits;
  secrets: SecretBox;
  /** How long what is queued waits for an inactive webhook. */
  scheduleMs: number;
}

export const bindWebhooks = ({ bind, endpoints, read, access, limits, secrets, scheduleMs }: WebhookRoutes): void => {
  const reach = (caller: Caller): Reach => reachOf(caller, access);
  bind(endpoints.createWebhook, ({ caller, body, write }) =>
    write((tx) => createWebhook(tx, caller, body, { ...limits, access, secrets })),
  );
  bind(endpoints.listWebhooks, async ({ caller, query }) => listWebhooks(read, reach(caller), query));
  bind(endpoints.getWebhook, async ({ caller, params }) =>
    presentWebhook(await getWebhook(read, reach(caller), params.webhookId)),
  );
  bind(endpoints.updateWebhook, ({ caller, params, body, write }) =>
    write((tx) => updateWebhook(tx, reach(caller), params.webhookId, { ...body, scheduleMs })),
  );
  bind(endpoints.deleteWebhook, ({ caller, params, write }) =>
    write((tx) => deleteWebhook(tx, reach(caller), params.webhookId)),
  );
  bind(endpoints.pingWebhook, ({ caller, params, write }) =>
    write((tx) => pingWebhook(tx, reach(caller), params.webhookId)),
  );
  bind(endpoints.listDeliveries, async ({ caller, params, query }) =>
    listDeliveries(read, reach(caller), params.webhookId, query),
  );
  bind(endpoints.redeliver, ({ caller, params, write }) =>
    write((tx) => redeliver(tx, reach(caller), params.webhookId, params.deliveryId)),
  );
};
