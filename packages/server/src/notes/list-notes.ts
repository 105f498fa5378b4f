import { type Note, pageBytes } from '@pairspace/protocol';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';

/** The notes of a session, oldest first (NOTE-2). */
export const listNotes = async (
  db: Queries,
  sessionId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Note>> => {
  const after = textCursor('notes', cursor) ?? '';
  // The sizes are added up before any content is read, because most contents may not fit.
  const rows = await db.all<{ id: string; data: string; available: number }>`
    select page.id, data, available
    from (
      select id, seq, count(*) over () as available, sum(bytes) over (order by id) - bytes as bytes_before
      from (
        select entity.id, entity.seq, octet_length(event.data) as bytes
        from entity join event on event.session_id = entity.session_id and event.seq = entity.seq
        where entity.session_id = ${sessionId} and kind = 'note' and ended_at is null and id > ${after}
        order by id limit 0 + ${limit + 1}
      ) chosen
    ) page join event on event.session_id = ${sessionId} and event.seq = page.seq
    where bytes_before <= ${pageBytes} order by page.id
  `;
  const { items, nextCursor } = pageOfRows('notes', rows, limit, (row) => row.id, rows[0]?.available);
  return { items: items.map(({ data }) => JSON.parse(data) as Note), nextCursor };
};
