import { z } from 'zod';
import { webhookEvents } from './session-parts.ts';
import { DeliveryId, SessionId, WebhookId } from './ids.ts';
import { Timestamp } from './text.ts';

/** The body that a receiver gets (HOOK-7). */
export const Delivery = z
  .object({
    event: z
      .enum([...webhookEvents, 'ping'])
      .meta({ description: 'The name of the event, or `ping`', examples: ['message.created'] }),
    timestamp: Timestamp.meta({ description: 'When it happened' }),
    sessionId: SessionId.nullable().meta({
      description: 'The session; null in a ping of a webhook that is for many sessions',
      examples: ['ses_1kqz5v8a000hv7m2x9c4t6b3n1kd'],
    }),
    data: z.record(z.string(), z.unknown()).meta({
      description: 'The whole entity that changed, as it was after the change',
      examples: [{ id: 'msg_1kqz5v9c000w4r8j1d5y7f2p6ksa', content: 'Hello @bob' }],
    }),
  })
  .meta({ id: 'Delivery', description: 'The body that a receiver gets' });
export type Delivery = z.output<typeof Delivery>;

/**
 * A delivery is `pending` until it has arrived, was given up, or was cancelled because its receiver is not allowed to
 * get it any more.
 */
export const DeliveryStatus = z.enum(['pending', 'delivered', 'failed', 'cancelled']).meta({
  description:
    '`pending` until it has arrived (`delivered`), was given up (`failed`), or its receiver may not have it any more (`cancelled`)',
  examples: ['delivered'],
});
export type DeliveryStatus = z.output<typeof DeliveryStatus>;

/** Why an attempt failed. The value names the kind of failure and gives no detail (HOOK-13). */
export const DeliveryError = z
  .enum(['status', 'timeout', 'dns', 'address', 'connection', 'tls', 'secret', 'expired'])
  .meta({
    description:
      'Why an attempt failed: `status` is any but 2xx, `address` one that nothing is sent to, `secret` one that cannot be read any more, `expired` that it was too late',
  });
export type DeliveryError = z.output<typeof DeliveryError>;

/** The state of one event's delivery to one webhook (HOOK-20). */
export const DeliveryState = z
  .object({
    id: DeliveryId.meta({ description: 'The header `X-Pair-Delivery`: the same at every attempt' }),
    webhookId: WebhookId.meta({ description: 'The webhook that it is for' }),
    event: Delivery.shape.event,
    sessionId: SessionId.nullable().meta({
      description: 'The session of the event; null for a ping of a webhook for many sessions',
      examples: ['ses_1kqz5v8a000hv7m2x9c4t6b3n1kd'],
    }),
    seq: z
      .int()
      .positive()
      .nullable()
      .meta({ description: 'Position of the event in its session’s log; null for a ping', examples: [4] }),
    status: DeliveryStatus,
    attempts: z
      .int()
      .nonnegative()
      .meta({ description: 'How often it was tried', examples: [1] }),
    nextAttemptAt: Timestamp.nullable().meta({
      description: 'When it is tried next; null when it is over',
      examples: [null],
    }),
    lastAttemptAt: Timestamp.nullable().meta({
      description: 'When it was last tried; null before the first time',
      examples: ['2026-11-02T09:30:01.000Z'],
    }),
    responseStatus: z
      .int()
      .nullable()
      .meta({ description: 'The HTTP status of the newest attempt; null when there was no response', examples: [204] }),
    error: DeliveryError.nullable().meta({
      description:
        'Why the newest attempt failed: `status` is any but 2xx, `address` one that nothing is sent to, `secret` one that cannot be read any more, `expired` that it was too late; null when it did not fail',
      examples: [null],
    }),
    createdAt: Timestamp.meta({ description: 'When it was queued' }),
    finishedAt: Timestamp.nullable().meta({
      description: 'When it was over; null while it is pending',
      examples: ['2026-11-02T09:30:01.000Z'],
    }),
  })
  .meta({ id: 'DeliveryState', description: 'The delivery of an event to a webhook' });
export type DeliveryState = z.output<typeof DeliveryState>;
