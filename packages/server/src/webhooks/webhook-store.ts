import { ServiceError, type Webhook, type WebhookEvent, type WebhookScope } from '@pairspace/protocol';
import { isoTime } from '../lib/clock.ts';
import type { Queries } from '../storage/storage.ts';
import { isInReach, type Reach } from './policy.ts';

export interface WebhookRow {
  id: string;
  url: string;
  events: string;
  session_id: string | null;
  scope: WebhookScope;
  /** Sealed. */
  secret: string | null;
  active: number;
  failed_deliveries: number;
  last_delivery_at: number | null;
  last_delivery_status: 'delivered' | 'failed' | null;
  created_at: number;
  updated_at: number;
}

/** The webhook, if the caller's reach has it; what is out of reach is not there. */
export const getWebhook = async (db: Queries, reach: Reach, id: string): Promise<WebhookRow> => {
  const row = await db.get<WebhookRow>`select * from webhook where id = ${id}`;
  if (!row || !isInReach(reach, row)) throw new ServiceError('NOT_FOUND', 'There is no such webhook.');
  return row;
};

export const presentWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  webhookId: row.id,
  url: row.url,
  events: JSON.parse(row.events) as WebhookEvent[],
  sessionId: row.session_id,
  scope: row.scope,
  active: row.active === 1,
  hasSecret: row.secret !== null,
  failedDeliveries: row.failed_deliveries,
  lastDelivery:
    row.last_delivery_at === null || row.last_delivery_status === null
      ? null
      : { at: isoTime(row.last_delivery_at), status: row.last_delivery_status },
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
});
