import type { Observer } from '@pairspace/protocol';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import { type ObserverRow, presentObserver } from './observer-row.ts';

/** The observers of a session, oldest first (SES-24). */
export const listObservers = async (
  db: Queries,
  sessionId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Observer>> => {
  const after = textCursor('observers', cursor) ?? '';
  const rows = await db.all<ObserverRow>`
    select id, name, invited, rights, vouched, joined_at from observer
    where session_id = ${sessionId} and id > ${after} order by id limit 0 + ${limit + 1}
  `;
  const page = pageOfRows('observers', rows, limit, ({ id }) => id);
  return { ...page, items: page.items.map(presentObserver) };
};
