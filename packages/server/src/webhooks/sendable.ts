import type { Event, Visibility, WebhookFormat, WebhookScope } from '@pairspace/protocol';
import { isoTime } from '../lib/clock.ts';
import type { Queries } from '../storage/storage.ts';
import type { DueDelivery } from './claim-webhook.ts';
import type { DeliveryRow } from './delivery-store.ts';
import { textBody } from './text-body.ts';

/** `a2a` is the format of the notices of a task (A2A-12). */
export type StoredFormat = WebhookFormat | 'a2a';

interface SendableRow extends Pick<
  DeliveryRow,
  'session_id' | 'id' | 'webhook_id' | 'seq' | 'event' | 'attempts' | 'attempts_before' | 'first_attempt_at'
> {
  queued_at: number;
  body: string | null;
  at: number | null;
  data: string | null;
  actor_name: string | null;
  format: StoredFormat;
  service_url: string | null;
  scope: WebhookScope;
  visibility: Visibility | null;
}

/** A delivery with all data for an attempt. */
export interface Sendable extends SendableRow {
  /**
   * Whether the receiver may get the delivery now. Nobody gets events of a deleted session, and an open webhook gets
   * none of a private session (HOOK-3).
   */
  allowed: boolean;
}

/** The present state of a delivery; undefined if the delivery is not pending, or if its webhook is inactive. */
export const findSendable = async (db: Queries, { session_id, id }: DueDelivery): Promise<Sendable | undefined> => {
  const row = await db.get<SendableRow>`
    select delivery.session_id, delivery.id, webhook_id, delivery.seq, delivery.event, attempts, attempts_before,
      first_attempt_at, queued_at, body, event.at, event.data, event.actor_name, format,
      service_url, webhook.scope, session.visibility
    from delivery join webhook on webhook.id = webhook_id
      left join event on event.session_id = delivery.session_id and event.seq = delivery.seq
      left join session on session.id = delivery.session_id
    where delivery.session_id = ${session_id} and delivery.id = ${id} and delivery.status = 'pending' and active = 1
  `;
  return row && { ...row, allowed: mayBeSent(row) };
};

/** A ping of a webhook without a session contains no session's data. */
const mayBeSent = ({ session_id, scope, visibility }: SendableRow): boolean =>
  session_id === '' || visibility === 'public' || (visibility === 'private' && scope !== 'public');

/**
 * The body of a delivery. The bytes are the same at every attempt, because they are made from the immutable event
 * (HOOK-7, HOOK-8).
 */
export const bodyOf = (sendable: Sendable): Buffer => {
  const { session_id, event, body, at, data, format, seq } = sendable;
  if (format === 'a2a') return Buffer.from(body ?? '');
  if (format !== 'json') {
    const entity = JSON.parse(data ?? '{}') as Event['data'];
    return textBody({ ...sendable, format, entity, event, sessionId: session_id, seq });
  }
  if (body !== null) return Buffer.from(body);
  const head = JSON.stringify({ event, timestamp: isoTime(at ?? 0), sessionId: session_id });
  return Buffer.from(`${head.slice(0, -1)},"data":${data ?? 'null'}}`);
};
