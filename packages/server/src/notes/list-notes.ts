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
  // The sizes are added up before any content is read, because most contents may not fit.
  const rows = await db.all<NoteRow & { available: number }>`
    select note.session_id, note.id, note.version, created_by, copied_from, note.created_at, title,
      body as content, editor, note_version.created_at as updated_at, available
    from (
      select id, count(*) over () as available, sum(bytes) over (order by id) - bytes as bytes_before
      from (
        select note.id, bytes
        from note join note_version on note_version.session_id = note.session_id and note_id = note.id
          and note_version.version = note.version
        where note.session_id = ${sessionId} and note.id > ${after} order by note.id limit 0 + ${limit + 1}
      ) chosen
    ) page join note on note.session_id = ${sessionId} and note.id = page.id
      join note_version on note_version.session_id = note.session_id and note_id = note.id
        and note_version.version = note.version
      join content_body on content_body.session_id = content_of and hash = content_hash
    where bytes_before <= ${pageBytes} order by note.id
  `;
  const { items, nextCursor } = pageOfRows('notes', rows, limit, (row) => row.id, rows[0]?.available);
  return { items: items.map(presentNote), nextCursor };
};
