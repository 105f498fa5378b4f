import { type Editor, type NoteVersion, pageBytes, ServiceError } from '@pairspace/protocol';
import { isoTime } from '../lib/clock.ts';
import { numberCursor, type Page, pageOfRows } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import { getNote } from './note-store.ts';

interface VersionRow {
  session_id: string;
  note_id: string;
  version: number;
  seq: number;
  title: string;
  content: string;
  editor: string;
  created_at: number;
}

const presentVersion = (row: VersionRow): NoteVersion => ({
  id: row.note_id,
  noteId: row.note_id,
  sessionId: row.session_id,
  version: row.version,
  title: row.title,
  content: row.content,
  editor: JSON.parse(row.editor) as Editor,
  seq: row.seq,
  createdAt: isoTime(row.created_at),
});

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
    select note_version.session_id, note_id, note_version.version, seq, title, body as content, editor,
      created_at, available
    from (
      select version, count(*) over () as available, sum(bytes) over (order by version desc) - bytes as bytes_before
      from (
        select version, bytes from note_version
        where session_id = ${sessionId} and note_id = ${noteId} and version < ${before}
        order by version desc limit 0 + ${limit + 1}
      ) chosen
    ) page join note_version on note_version.session_id = ${sessionId} and note_version.note_id = ${noteId}
      and note_version.version = page.version
    join content_body on content_body.session_id = content_of and hash = content_hash
    where bytes_before <= ${pageBytes} order by note_version.version desc
  `;
  const { items, nextCursor } = pageOfRows('note-versions', rows, limit, (row) => row.version, rows[0]?.available);
  return { items: items.map(presentVersion), nextCursor };
};

/** A version of a note (NOTE-8). */
export const getNoteVersion = async (
  db: Queries,
  sessionId: string,
  noteId: string,
  version: number,
): Promise<NoteVersion> => {
  const row = await db.get<VersionRow>`
    select note_version.session_id, note_id, version, seq, title, body as content, editor, created_at
    from note_version join content_body on content_body.session_id = content_of and hash = content_hash
    where note_version.session_id = ${sessionId} and note_id = ${noteId} and version = ${version}
      and exists (select 1 from note where session_id = ${sessionId} and id = ${noteId})
  `;
  if (!row) throw new ServiceError('NOT_FOUND', 'There is no such version of a note in this session.');
  return presentVersion(row);
};
