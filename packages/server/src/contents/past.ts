import type { FileEncoding } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';

/** A note in a past state, without content; `content_of` is null if the content is no longer stored. */
export interface PastNote {
  id: string;
  created_by: string;
  copied_from: string | null;
  created_at: number;
  version: number;
  title: string;
  editor: string;
  updated_at: number;
  /** The event that created this version. */
  seq: number;
  content_of: string | null;
}

/** A file in a past state, without content; `content_of` is null if the content is no longer stored. */
export interface PastFile {
  id: string;
  path: string;
  created_by: string;
  copied_from: string | null;
  created_at: number;
  version: number;
  size: number;
  editor: string;
  updated_at: number;
  content_of: string | null;
  content_hash: string;
  encoding: FileEncoding;
  media_type: string;
}

/** The notes after an event, oldest first. */
export const listPastNotes = (db: Queries, sessionId: string, seq: number): Promise<PastNote[]> =>
  db.all<PastNote>`
    select past.id, created_by, copied_from, past.created_at, version, title, editor, v.created_at as updated_at,
      v.seq, content_of
    from (
      select id, created_by, copied_from, created_at from note where session_id = ${sessionId}
      union all
      select id, created_by, copied_from, created_at from former_note
      where session_id = ${sessionId} and deleted_seq > ${seq}
    ) past
    join note_version v on v.session_id = ${sessionId} and v.note_id = past.id and v.seq = (
      select max(seq) from note_version where session_id = ${sessionId} and note_id = past.id and seq <= ${seq}
    )
    order by past.id
  `;

/** The files after an event, by path. */
export const listPastFiles = (db: Queries, sessionId: string, seq: number): Promise<PastFile[]> =>
  db.all<PastFile>`
    select past.id, path, created_by, copied_from, past.created_at, version, size, editor, v.created_at as updated_at, content_of,
      content_hash, encoding, media_type
    from (
      select id, path, created_by, copied_from, created_at from file where session_id = ${sessionId}
      union all
      select id, path, created_by, copied_from, created_at from former_file
      where session_id = ${sessionId} and deleted_seq > ${seq}
    ) past
    join file_version v on v.session_id = ${sessionId} and v.file_id = past.id and v.seq = (
      select max(seq) from file_version where session_id = ${sessionId} and file_id = past.id and seq <= ${seq}
    )
    order by path
  `;
