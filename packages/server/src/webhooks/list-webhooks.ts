import type { Endpoints, QueryOf, ListedWebhook } from '@pairspace/protocol';
import type { WebhookReach } from '../access/webhook-reach.ts';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import { presentFor, type WebhookRow } from './webhook-store.ts';

/** A text that sorts after every webhook id. */
const newest = 'whk_~';

/** The webhooks that the caller may see, newest first, optionally of one session. */
export const listWebhooks = async (
  db: Queries,
  reach: WebhookReach,
  { sessionId, limit, cursor }: QueryOf<Endpoints['listWebhooks']>,
): Promise<Page<ListedWebhook>> => {
  const before = textCursor('webhooks', cursor) ?? newest;
  const about = sessionId ?? null;
  const rows = reach.everything
    ? await db.all<WebhookRow>`
        select * from webhook
        where task_id is null and id < ${before} and (cast(${about} as text) is null or session_id = ${about})
        order by id desc limit 0 + ${limit + 1}
      `
    : await db.all<WebhookRow>`
        select * from (
          select * from webhook
          where session_id = ${reach.sessionId} and scope = 'session' and task_id is null and id < ${before}
            and (cast(${about} as text) is null or session_id = ${about})
          order by id desc limit 0 + ${limit + 1}
        ) bound
        union all
        select * from (
          select * from webhook
          where ${Number(reach.open)} = 1 and scope = 'public' and id < ${before}
            and (cast(${about} as text) is null or session_id = ${about})
          order by id desc limit 0 + ${limit + 1}
        ) opened
        order by id desc limit 0 + ${limit + 1}
      `;
  const { items, nextCursor } = pageOfRows('webhooks', rows, limit, (row) => row.id);
  return { items: items.map((row) => presentFor(reach, row)), nextCursor };
};
