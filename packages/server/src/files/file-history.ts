import {
  type Editor,
  type FileEncoding,
  type FileVersion,
  invalid,
  type QueryOf,
  type Endpoints,
  ServiceError,
} from '@pairspace/protocol';
import type { SessionHead } from '../access/session-head.ts';
import { isoTime } from '../lib/clock.ts';
import { numberCursor, type Page, pageOfRows } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import type { StoredBody } from '../contents/keep-content.ts';
import { type FileAndBody, fileAndBody, type FileRow, getFile } from './file-store.ts';

interface VersionRow {
  version: number;
  seq: number;
  size: number;
  encoding: FileEncoding;
  media_type: string;
  content_hash: string;
  editor: string;
  created_at: number;
}

/** The stored versions of a file, newest first and without content (TIME-1). */
export const listFileVersions = async (
  db: Queries,
  sessionId: string,
  path: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<FileVersion>> => {
  const { id } = await getFile(db, sessionId, path);
  const before = numberCursor('file-versions', cursor) ?? Number.MAX_SAFE_INTEGER;
  const rows = await db.all<VersionRow>`
    select version, seq, size, encoding, media_type, content_hash, editor, created_at from file_version
    where session_id = ${sessionId} and file_id = ${id} and version < ${before} and content_of is not null
    order by version desc limit 0 + ${limit + 1}
  `;
  const { items, nextCursor } = pageOfRows('file-versions', rows, limit, (row) => row.version);
  return {
    items: items.map((row) => ({
      id,
      sessionId,
      path,
      version: row.version,
      size: row.size,
      encoding: row.encoding,
      mediaType: row.media_type,
      contentHash: row.content_hash,
      editor: JSON.parse(row.editor) as Editor,
      seq: row.seq,
      createdAt: isoTime(row.created_at),
    })),
    nextCursor,
  };
};

type PastRow = FileRow & { content: string | null; data: StoredBody['data'] };

/** A file in one of its versions, or after an event (TIME-1, TIME-5). */
export const getPastFile = async (
  db: Queries,
  { id: sessionId, lastSeq }: SessionHead,
  path: string,
  { version, seq }: Pick<QueryOf<Endpoints['getFile']>, 'version' | 'seq'>,
): Promise<FileAndBody> => {
  if (version !== undefined && seq !== undefined) throw invalid('query.seq', 'must not be sent together with version');
  if (seq !== undefined && seq > lastSeq) {
    throw invalid('query.seq', `must be at most ${String(lastSeq)}, the newest event`);
  }
  const row =
    version === undefined
      ? await findAt(db, sessionId, path, seq ?? lastSeq)
      : await findVersion(db, sessionId, path, version);
  if (!row) throw new ServiceError('NOT_FOUND', 'There was no such file in this session at that time.');
  const { content } = row;
  if (content === null) {
    const details = { reason: 'version_gone' };
    throw new ServiceError('NOT_FOUND', 'This version of the file is no longer stored.', { details });
  }
  return fileAndBody({ ...row, content });
};

const findVersion = (db: Queries, sessionId: string, path: string, version: number): Promise<PastRow | undefined> =>
  db.get<PastRow>`
    select file.session_id, path, file.id, v.version, v.size, v.encoding, v.media_type, v.content_hash,
      created_by, v.editor as last_editor, copied_from, file.created_at, v.created_at as updated_at, body as content, data
    from file join file_version v on v.session_id = file.session_id and v.file_id = file.id and v.version = ${version}
    left join content_body on content_body.session_id = v.content_of and hash = v.content_hash
    where file.session_id = ${sessionId} and path = ${path}
  `;

/**
 * The file that was at a path after an event: it has a version from that time or before, and was deleted later or not
 * at all. The other files that were ever at the path fail one of these conditions.
 */
const findAt = (db: Queries, sessionId: string, path: string, seq: number): Promise<PastRow | undefined> =>
  db.get<PastRow>`
    select v.session_id, past.path, past.id, v.version, v.size, v.encoding, v.media_type, v.content_hash, created_by,
      v.editor as last_editor, copied_from, past.created_at, v.created_at as updated_at, body as content, data
    from (
      select id, path, created_by, copied_from, created_at from file where session_id = ${sessionId} and path = ${path}
      union all
      select id, path, created_by, copied_from, created_at from former_file
      where session_id = ${sessionId} and path = ${path} and deleted_seq > ${seq}
    ) past
    join file_version v on v.session_id = ${sessionId} and v.file_id = past.id and v.seq = (
      select max(seq) from file_version where session_id = ${sessionId} and file_id = past.id and seq <= ${seq}
    )
    left join content_body on content_body.session_id = v.content_of and hash = v.content_hash
  `;
