import type { Endpoints, QueryOf, ListedWebhook } from '@pairspace/protocol';
import type { WebhookReach } from '../access/webhook-reach.ts';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import { sql, statement } from '../storage/sql.ts';
import type { Queries } from '../storage/storage.ts';
import { presentFor, type WebhookRow } from './webhook-store.ts';

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
