import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { specifiedEvents } from './events.ts';
import { pageOf, pageQuery } from './page.ts';
import { Timestamp } from './text.ts';

/** What a webhook may subscribe to (HOOK-4). */
export const WebhookEvent = z.enum(specifiedEvents);
export type WebhookEvent = z.output<typeof WebhookEvent>;

/** `session`: bound to one by its token. `public`: open to anyone, for public sessions. `all`: the operator's. */
export const WebhookScope = z.enum(['session', 'public', 'all']);
export type WebhookScope = z.output<typeof WebhookScope>;

export const Webhook = z
  .object({
    id: z.string(),
    webhookId: z.string(),
    url: z.string(),
    events: z.array(WebhookEvent),
    /** The one session that it is about; null for every session of its scope. */
    sessionId: z.string().nullable(),
    scope: WebhookScope,
    active: z.boolean(),
    hasSecret: z.boolean(),
    /** Deliveries that were given up. */
    failedDeliveries: z.int().nonnegative(),
    /** The newest attempt. */
    lastDelivery: z.object({ at: Timestamp, status: z.enum(['delivered', 'failed']) }).nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.output<typeof Webhook>;

/** The body that a receiver gets (HOOK-7). */
export const Delivery = z
  .object({
    /** One of the twelve names, or `ping`. */
    event: z.enum([...specifiedEvents, 'ping']),
    timestamp: Timestamp,
    /** Null in a ping of a webhook that is about no one session. */
    sessionId: z.string().nullable(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.output<typeof Delivery>;

/** `pending` until it has arrived, was given up, or was dropped because its receiver may not have it any more. */
export const DeliveryStatus = z.enum(['pending', 'delivered', 'failed', 'cancelled']);
export type DeliveryStatus = z.output<typeof DeliveryStatus>;

/** Why an attempt failed, as far as it is told (HOOK-13). */
export const DeliveryError = z.enum(['status', 'timeout', 'dns', 'address', 'connection', 'tls', 'secret', 'expired']);
export type DeliveryError = z.output<typeof DeliveryError>;

/** What became of one event on its way to one webhook (HOOK-20). */
export const DeliveryState = z
  .object({
    /** The header `X-Pair-Delivery`. */
    id: z.string(),
    webhookId: z.string(),
    event: Delivery.shape.event,
    sessionId: z.string().nullable(),
    /** Position of the event in its session's log; null for a ping. */
    seq: z.int().positive().nullable(),
    status: DeliveryStatus,
    attempts: z.int().nonnegative(),
    /** When it is tried next; null when it is over. */
    nextAttemptAt: Timestamp.nullable(),
    lastAttemptAt: Timestamp.nullable(),
    /** The HTTP status of the newest attempt; null when there was no answer. */
    responseStatus: z.int().nullable(),
    error: DeliveryError.nullable(),
    createdAt: Timestamp,
    finishedAt: Timestamp.nullable(),
  })
  .meta({ id: 'DeliveryState' });
export type DeliveryState = z.output<typeof DeliveryState>;

const whyNotATarget = (text: string): string | undefined => {
  if (!/^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) return 'must be an absolute http or https URL';
  const { username, password } = new URL(text);
  return username === '' && password === '' ? undefined : 'must not hold credentials';
};

const TargetUrl = z
  .string()
  .max(2048)
  .superRefine((text, context) => {
    const message = whyNotATarget(text);
    if (message) context.addIssue({ code: 'custom', message });
  });

const path = '/api/webhooks';
const one = `${path}/:webhookId` as const;

export const webhookEndpoints = () => ({
  createWebhook: endpoint({
    method: 'POST',
    path,
    access: 'anyone',
    summary: 'Have events posted to a URL: of the session of the token, or of public sessions without one',
    body: z.object({
      url: TargetUrl,
      events: z.array(WebhookEvent).min(1),
      secret: z.string().max(512).regex(/\S/, { error: 'must hold more than white space' }).nullish(),
      sessionId: z.string().nullish(),
    }),
    result: Webhook,
    status: [201],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
  listWebhooks: endpoint({
    method: 'GET',
    path,
    access: 'anyone',
    summary: 'The webhooks that the caller may see, newest first',
    query: z.object({ sessionId: z.string().optional(), ...pageQuery }),
    result: pageOf(Webhook),
    status: [200],
  }),
  getWebhook: endpoint({
    method: 'GET',
    path: one,
    access: 'webhookOwner',
    summary: 'One webhook',
    result: Webhook,
    status: [200],
  }),
  updateWebhook: endpoint({
    method: 'PATCH',
    path: one,
    access: 'webhookOwner',
    summary: 'Toggle a webhook between active and not, or set it',
    body: z.object({ active: z.boolean().optional() }),
    result: Webhook,
    status: [200],
  }),
  deleteWebhook: endpoint({
    method: 'DELETE',
    path: one,
    access: 'webhookOwner',
    summary: 'Delete a webhook; what is queued for it is not sent any more',
    result: z.object({ id: z.string(), deleted: z.literal(true) }),
    status: [200],
  }),
  pingWebhook: endpoint({
    method: 'POST',
    path: `${one}/ping`,
    access: 'webhookOwner',
    summary: 'Send a test event, once; its delivery tells how it went',
    result: DeliveryState,
    status: [201],
  }),
  listDeliveries: endpoint({
    method: 'GET',
    path: `${one}/deliveries`,
    access: 'webhookOwner',
    summary: 'What was sent, what waits and what failed, newest first',
    query: z.object(pageQuery),
    result: pageOf(DeliveryState),
    status: [200],
  }),
  redeliver: endpoint({
    method: 'POST',
    path: `${one}/deliveries/:deliveryId/redeliver`,
    access: 'webhookOwner',
    summary: 'Send a delivery again, now, with the same bytes and the same id',
    result: DeliveryState,
    status: [200],
  }),
});
