import { type Note, pageBytes } from '@pairspace/protocol';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import { type NoteRow, presentNote } from './note-store.ts';

/** The notes of a session, oldest first (NOTE-2). */
export const listNotes = async (
  db: Queries,
  sessionId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Note>> => {
  const after = textCursor('notes', cursor) ?? '';
  const rows = await db.all<NoteRow & { available: number }>`
    select * from (
      select chosen.session_id, chosen.id, chosen.version, created_by, copied_from, chosen.created_at, title, content,
        editor, note_version.created_at as updated_at, count(*) over () as available,
        sum(octet_length(content)) over (order by chosen.id) - octet_length(content) as bytes_before
      from (
        select * from note where session_id = ${sessionId} and id > ${after} order by id limit ${limit + 1}
      ) chosen join note_version on note_version.session_id = chosen.session_id and note_id = chosen.id
        and note_version.version = chosen.version
    ) page where bytes_before <= ${pageBytes} order by id
  `;
  const { items, nextCursor } = pageOfRows('notes', rows, limit, (row) => row.id, rows[0]?.available);
  return { items: items.map(presentNote), nextCursor };
};
