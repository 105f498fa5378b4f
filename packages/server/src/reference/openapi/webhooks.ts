import { Delivery, loggedEvents, Webhook, webhookEvents } from '@pairspace/protocol';
import { z } from 'zod';
import { exampleOf } from './examples.ts';
import type { JsonSchema, JsonSchemas } from './schemas.ts';

/** The requests that a receiver gets, by event, as the `webhooks` of an OpenAPI document. */
export type WebhookRequests = Record<string, { post: WebhookRequest }>;

interface WebhookRequest {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters: { name: string; in: 'header'; required: boolean; description: string; schema: JsonSchema }[];
  requestBody: { required: true; content: Record<string, { schema: JsonSchema; example: unknown }> };
  responses: Record<string, { description: string }>;
}

/** The tag of the endpoints that register receivers. */
const tags = ['webhooks'];

/** The requests of each event (HOOK-7, HOOK-11). */
export const describeWebhooks = (schemas: JsonSchemas): WebhookRequests => {
  const sent = [
    ...webhookEvents.map((event) => ({ event, ...loggedEvents[event] })),
    { event: 'ping', data: Webhook, when: 'Somebody asked for a test of the webhook' },
  ];
  return Object.fromEntries(
    sent.map(({ event, data, when }) => {
      const body = z.object({
        event: z.literal(event).meta({ description: 'What happened', examples: [event] }),
        timestamp: Delivery.shape.timestamp,
        sessionId: Delivery.shape.sessionId,
        data,
      });
      const schema = schemas.convert(body, 'output');
      return [event, { post: requestOf({ event, when, schema, example: exampleOf(schema, schemas.components) }) }];
    }),
  );
};

interface Sent {
  event: string;
  when: string;
  schema: JsonSchema;
  example: unknown;
}

const requestOf = ({ event, when, schema, example }: Sent): WebhookRequest => ({
  operationId: `receive${event.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
  tags,
  summary: `Receive ${event}`,
  description: `${when}. The receiver responds with 2xx within 5 s; anything else is tried again.`,
  security: [],
  parameters: headers,
  requestBody: { required: true, content: { 'application/json': { schema, example } } },
  responses: { '2XX': { description: 'The delivery has arrived' } },
});

const header = (name: string, description: string, schema: JsonSchema, required = true) =>
  ({ name, in: 'header', required, description, schema }) as const;

const headers = [
  header('X-Pair-Event', 'The name of the event', { type: 'string' }),
  header('X-Pair-Delivery', 'Names the delivery: one for each event and webhook, the same at every attempt', {
    type: 'string',
  }),
  header(
    'X-Pair-Seq',
    'Position of the event in the log of its session; a ping has none',
    { type: 'integer', minimum: 1 },
    false,
  ),
  header('X-Pair-Attempt', 'Which attempt this is', { type: 'integer', minimum: 1 }),
  header(
    'X-Pair-Signature',
    '`t=<seconds>,v1=<HMAC-SHA256 of "<t>.<body>" in hexadecimal>`, where the webhook has a secret',
    { type: 'string' },
    false,
  ),
];
