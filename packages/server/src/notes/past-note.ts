import { invalid, type Note, ServiceError } from '@pairspace/protocol';
import type { SessionHead } from '../access/session-head.ts';
import { findLoggedContent } from '../contents/logged-content.ts';
import type { Queries } from '../storage/storage.ts';
import { type NoteRow, presentNote } from './note-store.ts';

/** A note after an event, even if it was changed or deleted since (TIME-5). */
export const getPastNote = async (
  db: Queries,
  { id: sessionId, lastSeq }: SessionHead,
  noteId: string,
  seq: number,
): Promise<Note> => {
  if (seq > lastSeq) throw invalid('query.seq', `must be at most ${String(lastSeq)}, the newest event`);
  const row = await db.get<Omit<NoteRow, 'content'> & { seq: number; content: string | null }>`
    select v.session_id, past.id, v.version, created_by, copied_from, past.created_at, title,
      body as content, editor, v.created_at as updated_at, v.seq
    from (
      select id, created_by, copied_from, created_at from note where session_id = ${sessionId} and id = ${noteId}
      union all
      select id, created_by, copied_from, created_at from former_note
      where session_id = ${sessionId} and id = ${noteId} and deleted_seq > ${seq}
    ) past
    join note_version v on v.session_id = ${sessionId} and v.note_id = past.id and v.seq = (
      select max(seq) from note_version where session_id = ${sessionId} and note_id = ${noteId} and seq <= ${seq}
    )
    left join content_body on content_body.session_id = content_of and hash = content_hash
  `;
  if (!row) throw new ServiceError('NOT_FOUND', 'There was no such note in this session at that time.');
  return presentNote({ ...row, content: row.content ?? (await findLoggedContent(db, sessionId, row.seq)) });
};
