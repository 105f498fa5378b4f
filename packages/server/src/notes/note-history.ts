import { type Note, type NoteVersion, pageBytes, ServiceError } from '@pairspace/protocol';
import { numberCursor, type Page, pageOfRows } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import { getNote } from './note-store.ts';

interface VersionRow {
  seq: number;
  data: string;
}

const presentVersion = ({ seq, data }: VersionRow): NoteVersion => {
  const { id, noteId, sessionId, version, title, content, lastEditor, updatedAt } = JSON.parse(data) as Note;
  return { id, noteId, sessionId, version, title, content, editor: lastEditor, seq, createdAt: updatedAt };
};

/** Every version of a note, newest first (NOTE-8). */
export const listNoteVersions = async (
  db: Queries,
  sessionId: string,
  noteId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<NoteVersion>> => {
  await getNote(db, sessionId, noteId);
  const before = numberCursor('note-versions', cursor) ?? Number.MAX_SAFE_INTEGER;
  // The sizes are added up before any content is read, because most contents may not fit.
  const rows = await db.all<VersionRow & { available: number }>`
    select event.seq, data, available
    from (
      select seq, count(*) over () as available, sum(bytes) over (order by seq desc) - bytes as bytes_before
      from (
        select seq, octet_length(data) as bytes from event
        where session_id = ${sessionId} and entity_id = ${noteId} and seq < ${before}
        order by seq desc limit 0 + ${limit + 1}
      ) chosen
    ) page join event on event.session_id = ${sessionId} and event.seq = page.seq
    where bytes_before <= ${pageBytes} order by event.seq desc
  `;
  const { items, nextCursor } = pageOfRows('note-versions', rows, limit, ({ seq }) => seq, rows[0]?.available);
  return { items: items.map(presentVersion), nextCursor };
};

/** A version of a note: the event of that place among its events (NOTE-8). */
export const getNoteVersion = async (
  db: Queries,
  sessionId: string,
  noteId: string,
  version: number,
): Promise<NoteVersion> => {
  const row = await db.get<VersionRow>`
    select seq, data from event where session_id = ${sessionId} and seq = (
      select seq from event
      where session_id = ${sessionId} and entity_id = ${noteId} and exists (
        select 1 from entity
        where session_id = ${sessionId} and kind = 'note' and id = ${noteId} and ended_at is null
      )
      order by seq limit 1 offset cast(${version - 1} as bigint)
    )
  `;
  if (!row) throw new ServiceError('NOT_FOUND', 'There is no such version of a note in this session.');
  return presentVersion(row);
};
