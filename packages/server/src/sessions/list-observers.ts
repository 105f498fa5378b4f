import type { Observer } from '@pairspace/protocol';
import { isoTime } from '../lib/clock.ts';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';

interface ObserverRow {
  id: string;
  name: string;
  invited: number;
  joined_at: number;
}

/** The observers of a session, oldest first (SES-24). */
export const listObservers = async (
  db: Queries,
  sessionId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Observer>> => {
  const after = textCursor('observers', cursor) ?? '';
  const rows = await db.all<ObserverRow>`
    select id, name, invited, joined_at from observer
    where session_id = ${sessionId} and id > ${after} order by id limit 0 + ${limit + 1}
  `;
  const { items, nextCursor } = pageOfRows('observers', rows, limit, (row) => row.id);
  return {
    items: items.map(({ id, name, invited, joined_at }) => ({
      id,
      name,
      joinedAt: isoTime(joined_at),
      invited: invited === 1,
    })),
    nextCursor,
  };
};
