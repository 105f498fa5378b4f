import type { Endpoints, ListedWebhook, QueryOf, Webhook } from '@pairspace/protocol';
import { assertInReach, extentOf, type WebhookReach } from '../access/webhook-reach.ts';
import { isoTime } from '../lib/clock.ts';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import { sql, statement } from '../storage/sql.ts';
import type { Queries } from '../storage/storage.ts';

export interface WebhookRow {
  id: string;
  url: string;
  events: string;
  session_id: string | null;
  scope: Webhook['scope'];
  /** The hash of the address that registered the webhook without a token. */
  owner: string | null;
  /** Encrypted. */
  secret: string | null;
  format: Webhook['format'];
  service_url: string | null;
  active: number;
  failed_deliveries: number;
  last_delivery_at: number | null;
  last_delivery_status: 'delivered' | 'failed' | null;
  created_at: number;
  updated_at: number;
}

/** The number of rows that a step changes, which bounds how long it blocks the writer. */
export const rowsAtOnce = 500;

const findWebhook = (db: Queries, id: string): Promise<WebhookRow | undefined> =>
  db.get<WebhookRow>`select * from webhook where id = ${id} and task_id is null`;

/** The webhook, if the caller may see all of it. */
export const getWebhook = async (db: Queries, reach: WebhookReach, id: string): Promise<WebhookRow> => {
  const row = await findWebhook(db, id);
  assertInReach(reach, row);
  return row;
};

/** The webhook in the form that the caller may see. */
export const readWebhook = async (db: Queries, reach: WebhookReach, id: string): Promise<ListedWebhook> => {
  const row = await findWebhook(db, id);
  if (!row || extentOf(reach, row) !== 'outline') assertInReach(reach, row);
  return presentFor(reach, row);
};

/** The fields of a webhook that the caller may see in a list (HOOK-32). */
export const presentFor = (reach: WebhookReach, row: WebhookRow): ListedWebhook => {
  const whole = presentWebhook(row);
  if (extentOf(reach, row) === 'whole') return whole;
  const { id, webhookId, events, scope, active } = whole;
  return { id, webhookId, events, scope, active };
};

export const presentWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  webhookId: row.id,
  url: row.url,
  events: JSON.parse(row.events) as Webhook['events'],
  sessionId: row.session_id,
  scope: row.scope,
  format: row.format,
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

/** The webhooks that the caller may see, newest first, optionally of one session. */
export const listWebhooks = async (
  db: Queries,
  reach: WebhookReach,
  { sessionId, limit, cursor }: QueryOf<Endpoints['listWebhooks']>,
): Promise<Page<ListedWebhook>> => {
  const ofSession = sql`scope = 'session' and session_id = ${reach.sessionId}`;
  const open = sql`scope = 'public' and ${Number(reach.open)} = 1`;
  const reached = sql`id in (select id from webhook where ${ofSession} union all select id from webhook where ${open})`;
  const asked = sessionId === undefined ? sql`1 = 1` : sql`session_id = ${sessionId}`;
  const rows = await db.all<WebhookRow>(
    ...statement(sql`
      select * from webhook
      where ${reach.everything ? sql`1 = 1` : reached} and ${asked} and task_id is null
        and id < ${textCursor('webhooks', cursor) ?? 'whk_~'}
      order by id desc limit 0 + ${limit + 1}
    `),
  );
  const { items, nextCursor } = pageOfRows('webhooks', rows, limit, (row) => row.id);
  return { items: items.map((row) => presentFor(reach, row)), nextCursor };
};
