import { conflict, type File, type FileWithContent, inQuotes, ServiceError } from '@pairspace/protocol';
import type { BodyCache } from '../contents/body-cache.ts';
import { bodyOf, type StoredBody } from '../contents/keep-content.ts';
import { isIn, sql, statement } from '../storage/sql.ts';
import type { Queries } from '../storage/storage.ts';

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
      select path from entity
      where session_id = ${sessionId} and kind = 'file' and ended_at is null and (
        ${isIn(sql`path`, above)} or (path > ${`${path}/`} and path < ${`${path}0`})
      )
      order by 1 limit 5
    `),
  );
  return rows.map((row) => row.path);
};

export const pathTaken = (paths: readonly string[]): ServiceError =>
  conflict('path_taken', `A file cannot lie below another: ${inQuotes(paths[0] ?? '')} is there.`, { paths });

export const findFile = async (db: Queries, sessionId: string, path: string): Promise<File | undefined> => {
  const row = await db.get<{ data: string }>`
    select data from entity
    where session_id = ${sessionId} and kind = 'file' and ended_at is null and path = ${path}
  `;
  return row && (JSON.parse(row.data) as File);
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

/** A file as JSON text, with the stored form of its content. */
export interface FileRow extends StoredBody {
  file: string;
}

export const fileAndBody = (row: FileRow): FileAndBody => ({ file: JSON.parse(row.file) as File, body: bodyOf(row) });

/** The file with its content in the form of an answer. */
export const presentContent = ({ file, body }: FileAndBody): FileWithContent => ({
  ...file,
  content: file.encoding === 'base64' ? Buffer.from(body).toString('base64') : String(body),
});

/** A file with its content (FILE-6). */
export const readFile = async (db: Queries, sessionId: string, path: string): Promise<FileWithContent> =>
  presentContent(await readBody(db, sessionId, path));

/** Like `readFile`, with the content in the stored form: a text, or bytes. */
export const readBody = async (db: Queries, sessionId: string, path: string): Promise<FileAndBody> =>
  fileAndBody(await readRow(db, sessionId, path, Number.MAX_SAFE_INTEGER));

/** The size up to which a body is read together with its file's row. */
const smallBytes = 64 * 1024;

/** Like `readBody`, but takes a large body from the cache if it is there, and puts it there otherwise. */
export const readCachedBody = async (
  db: Queries,
  cache: BodyCache,
  sessionId: string,
  path: string,
): Promise<FileAndBody> => {
  const small = fileAndBody(await readRow(db, sessionId, path, smallBytes));
  if (small.file.size <= smallBytes) return small;
  const body = cache.get(small.file.contentHash);
  if (body !== undefined) return { ...small, body };
  const found = await readBody(db, sessionId, path);
  cache.put(found.file.contentHash, found.body);
  return found;
};

/** The row of a file, with its content if that has at most so many bytes. */
const readRow = async (db: Queries, sessionId: string, path: string, mostBytes: number): Promise<FileRow> => {
  const row = await db.get<FileRow>`
    select entity.data as file,
      case when cast(entity.data ->> 'size' as bigint) <= ${mostBytes} then body else '' end as content,
      case when cast(entity.data ->> 'size' as bigint) <= ${mostBytes} then content_body.data end as data
    from entity join file_content on file_content.session_id = entity.session_id and file_content.seq = entity.seq
      join content_body on content_body.session_id = content_of and hash = content_hash
    where entity.session_id = ${sessionId} and kind = 'file' and ended_at is null and path = ${path}
  `;
  if (!row) throw noSuchFile();
  return row;
};
