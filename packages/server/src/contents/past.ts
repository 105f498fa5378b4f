import type { FileEncoding } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';

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
