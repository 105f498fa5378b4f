import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { webhookEvents } from './session-parts.ts';
import { pageOf, pageQuery } from './page.ts';
import { deletedOf } from './deleted.ts';
import { DeliveryState } from './deliveries.ts';
import { SessionId, WebhookId } from './ids.ts';
import { Timestamp } from './text.ts';

/** An event that a webhook may subscribe to (HOOK-4, HOOK-34). */
export const WebhookEvent = z.enum(webhookEvents).meta({ description: 'An event name', examples: ['message.created'] });
export type WebhookEvent = z.output<typeof WebhookEvent>;

/**
 * `session`: one session, by its token. `public`: all public sessions, open to anyone. `all`: every session, for the
 * operator.
 */
export const WebhookScope = z.enum(['session', 'public', 'all']).meta({
  description:
    '`session`: the session of the token it was made with; `public`: public sessions, open to anyone to manage; `all`: made by the operator',
});
export type WebhookScope = z.output<typeof WebhookScope>;

/** The form of the bodies that a webhook gets (HOOK-35). */
export const WebhookFormat = z.enum(['json', 'slack', 'discord']).meta({
  description: '`json`: the event with its entity; `slack`, `discord`: a text with a link, as these programs take it',
  examples: ['json'],
});
export type WebhookFormat = z.output<typeof WebhookFormat>;

const urlMeta = {
  description: 'The URL for events: absolute, `http` or `https`, without credentials',
  examples: ['https://ada.example/hooks'],
};
const eventsMeta = {
  description: 'The names of the events that it gets',
  examples: [['message.created', 'note.updated']],
};

export const Webhook = z
  .object({
    id: WebhookId.meta({ description: 'The webhook; newer ones sort after older ones' }),
    webhookId: WebhookId.meta({ description: 'The same as `id`' }),
    url: z.string().meta(urlMeta),
    events: z.array(WebhookEvent).meta(eventsMeta),
    sessionId: SessionId.nullable().meta({
      description: 'The one session that it is about; null for every session of its scope',
      examples: ['ses_1kqz5v8a000hv7m2x9c4t6b3n1kd'],
    }),
    scope: WebhookScope,
    format: WebhookFormat,
    active: z.boolean().meta({
      description: 'Whether events are queued and sent; what is queued waits meanwhile',
      examples: [true],
    }),
    hasSecret: z
      .boolean()
      .meta({ description: 'Whether deliveries are signed; the secret itself is never returned', examples: [true] }),
    failedDeliveries: z
      .int()
      .nonnegative()
      .meta({ description: 'Deliveries that were given up after the last attempt', examples: [0] }),
    lastDelivery: z
      .object({
        at: Timestamp.meta({ description: 'When it was made' }),
        status: z.enum(['delivered', 'failed']).meta({ description: 'How it went' }),
      })
      .nullable()
      .meta({ description: 'The newest attempt; null before the first' }),
    createdAt: Timestamp.meta({ description: 'When it was registered' }),
    updatedAt: Timestamp.meta({ description: 'When it last changed' }),
  })
  .meta({ id: 'Webhook', description: 'A URL that gets events' });
export type Webhook = z.output<typeof Webhook>;

/**
 * A webhook as another caller sees it. If another address registered it without a token, only its events are shown
 * (HOOK-32).
 */
export const ListedWebhook = Webhook.partial({
  format: true,
  url: true,
  sessionId: true,
  hasSecret: true,
  failedDeliveries: true,
  lastDelivery: true,
  createdAt: true,
  updatedAt: true,
}).meta({
  id: 'ListedWebhook',
  description: 'A webhook; where another address made it without a token, `id`, `events`, `scope` and `active` alone',
});
export type ListedWebhook = z.output<typeof ListedWebhook>;

const whyNotATarget = (text: string): string | undefined => {
  if (!/^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) return 'must be an absolute http or https URL';
  const { username, password } = new URL(text);
  return username === '' && password === '' ? undefined : 'must not hold credentials';
};

/** The URL of a receiver (HOOK-1). */
export const ReceiverUrl = z
  .string()
  .max(2048)
  .superRefine((text, context) => {
    const message = whyNotATarget(text);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .meta(urlMeta);

const path = '/api/webhooks';
const one = `${path}/:webhookId` as const;

const createWebhook = endpoint({
  method: 'POST',
  path,
  access: 'anyone',
  creates: 'webhooks',
  summary: 'Register a webhook',
  description: 'Has events posted to a URL: those of the token’s session, or those of public sessions without a token.',
  body: z.object({
    url: ReceiverUrl,
    events: z.array(WebhookEvent).min(1).max(webhookEvents.length).meta(eventsMeta),
    secret: z
      .string()
      .max(512)
      .regex(/\S/, { error: 'must hold more than white space' })
      .nullish()
      .meta({ description: 'Signs every delivery; never returned', examples: ['a long random text'] }),
    format: WebhookFormat.default('json'),
    sessionId: SessionId.nullish().meta({
      description: 'The one session that it is about; that of the token, or every session, when left out',
      examples: ['ses_1kqz5v8a000hv7m2x9c4t6b3n1kd'],
    }),
  }),
  result: Webhook,
  status: [201],
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  conflicts: ['limit_reached'],
  example: {
    body: {
      url: 'https://ada.example/hooks',
      events: ['message.created', 'note.updated'],
      secret: 'a long random text',
    },
  },
});

const listWebhooks = endpoint({
  method: 'GET',
  path,
  access: 'anyone',
  summary: 'List webhooks',
  description: 'Returns the webhooks that the caller may see, newest first.',
  query: z.object({
    sessionId: SessionId.meta({ description: 'Only webhooks that are about this session' }).optional(),
    ...pageQuery,
  }),
  result: pageOf(ListedWebhook),
  status: [200],
});

const getWebhook = endpoint({
  method: 'GET',
  path: one,
  access: 'webhookOwner',
  summary: 'Read a webhook',
  result: ListedWebhook,
  status: [200],
});

const updateWebhook = endpoint({
  method: 'PATCH',
  path: one,
  access: 'webhookOwner',
  summary: 'Switch a webhook on or off',
  description: 'Toggles between active and inactive, or sets the one that the body names.',
  body: z.object({
    active: z
      .boolean()
      .meta({ description: 'The new state; the other one by default', examples: [false] })
      .optional(),
  }),
  result: Webhook,
  status: [200],
  example: { body: { active: false } },
});

const deleteWebhook = endpoint({
  method: 'DELETE',
  path: one,
  access: 'webhookOwner',
  summary: 'Delete a webhook',
  description: 'Deletes the webhook. Deliveries that are queued for it are not sent any more.',
  result: deletedOf(WebhookId),
  status: [200],
});

const pingWebhook = endpoint({
  method: 'POST',
  path: `${one}/ping`,
  access: 'webhookOwner',
  summary: 'Test a webhook',
  description: 'Sends the event `ping`, once. The state of its delivery shows how it went.',
  result: DeliveryState,
  status: [201],
});

const listDeliveries = endpoint({
  method: 'GET',
  path: `${one}/deliveries`,
  access: 'webhookOwner',
  summary: 'List deliveries',
  description: 'Returns the deliveries that were sent, that wait and that failed, newest first.',
  query: z.object(pageQuery),
  result: pageOf(DeliveryState),
  status: [200],
});

const redeliver = endpoint({
  method: 'POST',
  path: `${one}/deliveries/:deliveryId/redeliver`,
  access: 'webhookOwner',
  summary: 'Send a delivery again',
  description: 'Sends the delivery now, with the same bytes and the same id.',
  result: DeliveryState,
  status: [200],
});

export const webhookEndpoints = () => ({
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  pingWebhook,
  listDeliveries,
  redeliver,
});
