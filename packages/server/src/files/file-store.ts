import {
  conflict,
  type Editor,
  type File,
  type FileEncoding,
  type FileWithContent,
  inQuotes,
  ServiceError,
} from '@pairspace/protocol';
import type { BodyCache } from '../contents/body-cache.ts';
import { bodyOf, type ContentRef, type StoredBody } from '../contents/keep-content.ts';
import { isoTime } from '../lib/clock.ts';
import { isIn, sql, statement } from '../storage/sql.ts';
import type { Queries, Transaction } from '../storage/storage.ts';

export interface FileRow {
  session_id: string;
  path: string;
  id: string;
  version: number;
  size: number;
  encoding: FileEncoding;
  media_type: string;
  content_hash: string;
  created_by: string;
  last_editor: string;
  /** JSON text. */
  copied_from: string | null;
  created_at: number;
  updated_at: number;
}

export const presentFile = (row: FileRow): File => ({
  id: row.id,
  sessionId: row.session_id,
  path: row.path,
  size: row.size,
  encoding: row.encoding,
  mediaType: row.media_type,
  contentHash: row.content_hash,
  version: row.version,
  createdBy: JSON.parse(row.created_by) as Editor,
  lastEditor: JSON.parse(row.last_editor) as Editor,
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
  ...(row.copied_from !== null && { copiedFrom: JSON.parse(row.copied_from) as NonNullable<File['copiedFrom']> }),
});

const noSuchFile = (): ServiceError => new ServiceError('NOT_FOUND', 'There is no such file in this session.');

/** The refusal of a write that expected another version, with the file as it is now (FILE-2). */
export const staleFile = (current: File | undefined): ServiceError =>
  conflict(
    'stale_version',
    current ? `The file has version ${String(current.version)} by now.` : 'There is no file at this path.',
    { currentVersion: current?.version ?? 0, current: current ?? null },
  );

/** Files beside which no file can stand at this path, because one would lie below the other (FILE-14). */
export const listClashes = async (db: Queries, sessionId: string, path: string): Promise<string[]> => {
  const parts = path.split('/');
  const above = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
  const rows = await db.all<{ path: string }>(
    ...statement(sql`
      select path from file
      where session_id = ${sessionId} and (${isIn(sql`path`, above)} or (path > ${`${path}/`} and path < ${`${path}0`}))
      order by path limit 5
    `),
  );
  return rows.map((row) => row.path);
};

export const pathTaken = (paths: readonly string[]): ServiceError =>
  conflict('path_taken', `A file cannot lie below another: ${inQuotes(paths[0] ?? '')} is there.`, { paths });

export const findFile = async (db: Queries, sessionId: string, path: string): Promise<File | undefined> => {
  const row = await db.get<FileRow>`
    select session_id, path, id, version, size, encoding, media_type, content_hash, created_by, last_editor,
      copied_from, created_at, updated_at
    from file where session_id = ${sessionId} and path = ${path}
  `;
  return row && presentFile(row);
};

export const getFile = async (db: Queries, sessionId: string, path: string): Promise<File> => {
  const file = await findFile(db, sessionId, path);
  if (!file) throw noSuchFile();
  return file;
};

/** A file with its content as a text or bytes. */
export interface FileAndBody {
  file: File;
  body: string | Buffer;
}

export const fileAndBody = (row: FileRow & StoredBody): FileAndBody => ({ file: presentFile(row), body: bodyOf(row) });

/** The file with its content in the form of an answer. */
export const presentContent = ({ file, body }: FileAndBody): FileWithContent => ({
  ...file,
  content: file.encoding === 'base64' ? Buffer.from(body).toString('base64') : String(body),
});

/** A file with its content (FILE-6). */
export const readFile = async (db: Queries, sessionId: string, path: string): Promise<FileWithContent> =>
  presentContent(await readBody(db, sessionId, path));

/** Like `readFile`, with the content in the stored form: a text, or bytes. */
export const readBody = async (db: Queries, sessionId: string, path: string): Promise<FileAndBody> => {
  const row = await db.get<FileRow & StoredBody>`
    select file.session_id, path, id, version, size, encoding, media_type, content_hash, created_by, last_editor,
      copied_from, created_at, updated_at, body as content, data
    from file join content_body on content_body.session_id = content_of and hash = content_hash
    where file.session_id = ${sessionId} and path = ${path}
  `;
  if (!row) throw noSuchFile();
  return fileAndBody(row);
};

/** The size up to which a body is read together with its file's row. */
const smallBytes = 64 * 1024;

/** Like `readBody`, but takes a large body from the cache if it is there, and puts it there otherwise. */
export const readCachedBody = async (
  db: Queries,
  cache: BodyCache,
  sessionId: string,
  path: string,
): Promise<FileAndBody> => {
  const row = await db.get<FileRow & StoredBody>`
    select file.session_id, path, id, version, size, encoding, media_type, content_hash, created_by, last_editor,
      copied_from, created_at, updated_at, case when size <= ${smallBytes} then body else '' end as content,
      case when size <= ${smallBytes} then data end as data
    from file join content_body on content_body.session_id = content_of and hash = content_hash
    where file.session_id = ${sessionId} and path = ${path}
  `;
  if (!row) throw noSuchFile();
  if (row.size <= smallBytes) return fileAndBody(row);
  const body = cache.get(row.content_hash);
  if (body !== undefined) return { file: presentFile(row), body };
  const found = await readBody(db, sessionId, path);
  cache.put(found.file.contentHash, found.body);
  return found;
};

/** Writes the file at its path, in place of what was there. */
export const putFile = (tx: Transaction, file: File, { of }: ContentRef): void => {
  tx.queueWrite`
    insert into file (session_id, path, id, version, size, encoding, media_type, content_hash, content_of,
      created_by, last_editor, copied_from, created_at, updated_at)
    values (${file.sessionId}, ${file.path}, ${file.id}, ${file.version}, ${file.size}, ${file.encoding},
      ${file.mediaType}, ${file.contentHash}, ${of}, ${JSON.stringify(file.createdBy)}, ${JSON.stringify(file.lastEditor)},
      ${file.copiedFrom ? JSON.stringify(file.copiedFrom) : null}, ${tx.now}, ${tx.now})
    on conflict (session_id, path) do update
    set version = excluded.version, size = excluded.size, encoding = excluded.encoding, media_type = excluded.media_type,
      content_hash = excluded.content_hash, content_of = excluded.content_of, last_editor = excluded.last_editor,
      updated_at = excluded.updated_at
  `;
};
