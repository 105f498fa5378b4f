import { type Endpoints, type File, type FileVersion, invalid, type QueryOf, ServiceError } from '@pairspace/protocol';
import type { SessionHead } from '../access/session-head.ts';
import type { StoredBody } from '../contents/keep-content.ts';
import { findStateAt, type LoggedState } from '../events/entity-store.ts';
import { numberCursor, type Page, pageOfRows } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import { type FileAndBody, fileAndBody, type FileRow, findFile, getFile } from './file-store.ts';

/** The stored versions of a file, newest first and without content (TIME-1). */
export const listFileVersions = async (
  db: Queries,
  sessionId: string,
  path: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<FileVersion>> => {
  const { id } = await getFile(db, sessionId, path);
  const before = numberCursor('file-versions', cursor) ?? Number.MAX_SAFE_INTEGER;
  const rows = await db.all<LoggedState>`
    select event.seq, data
    from event join file_content on file_content.session_id = event.session_id and file_content.seq = event.seq
    where event.session_id = ${sessionId} and entity_id = ${id} and event.seq < ${before}
    order by event.seq desc limit 0 + ${limit + 1}
  `;
  const { items, nextCursor } = pageOfRows('file-versions', rows, limit, ({ seq }) => seq);
  return { items: items.map(presentVersion), nextCursor };
};

const presentVersion = ({ seq, data }: LoggedState): FileVersion => {
  const { id, sessionId, path, version, size, encoding, mediaType, contentHash, lastEditor, updatedAt } = JSON.parse(
    data,
  ) as File;
  const made = { editor: lastEditor, seq, createdAt: updatedAt };
  return { id, sessionId, path, version, size, encoding, mediaType, contentHash, ...made };
};

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
  const event =
    version === undefined
      ? await findSeqAt(db, sessionId, path, seq ?? lastSeq)
      : await findSeqOf(db, sessionId, path, version);
  const row = event === undefined ? undefined : await findVersion(db, sessionId, event);
  if (!row) throw new ServiceError('NOT_FOUND', 'There was no such file in this session at that time.');
  const { content } = row;
  if (content === null) {
    const details = { reason: 'version_gone' };
    throw new ServiceError('NOT_FOUND', 'This version of the file is no longer stored.', { details });
  }
  return fileAndBody({ ...row, content });
};

type PastRow = Omit<FileRow, 'content'> & { content: StoredBody['content'] | null };

/** The version that an event made; its content is null if it is no longer stored. */
const findVersion = (db: Queries, sessionId: string, seq: number): Promise<PastRow | undefined> =>
  db.get<PastRow>`
    select event.data as file, body as content, content_body.data
    from event left join file_content on file_content.session_id = event.session_id and file_content.seq = event.seq
      left join content_body on content_body.session_id = content_of and content_body.hash = content_hash
    where event.session_id = ${sessionId} and event.seq = ${seq}
  `;

/** The event that made a version of the file at a path. */
const findSeqOf = async (
  db: Queries,
  sessionId: string,
  path: string,
  version: number,
): Promise<number | undefined> => {
  const file = await findFile(db, sessionId, path);
  return file && findVersionSeq(db, file, version);
};

/** The event that made a version of a file: that of its place among the events of the file. */
export const findVersionSeq = async (
  db: Queries,
  { sessionId, id }: File,
  version: number,
): Promise<number | undefined> => {
  const row = await db.get<{ seq: number }>`
    select seq from event where session_id = ${sessionId} and entity_id = ${id}
    order by seq limit 1 offset cast(${version - 1} as bigint)
  `;
  return row?.seq;
};

/** The event that made the version which was at a path after an event. */
const findSeqAt = async (db: Queries, sessionId: string, path: string, seq: number): Promise<number | undefined> => {
  // A path has one file at a time, so the one that was created last was there, if it had not ended.
  const file = await db.get<{ id: string }>`
    select id from entity
    where session_id = ${sessionId} and kind = 'file' and path = ${path} and created_seq <= ${seq}
    order by created_seq desc limit 1
  `;
  return file && (await findStateAt(db, { sessionId, kind: 'file' }, file.id, seq))?.seq;
};
