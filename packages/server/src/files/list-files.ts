import type { File } from '@pairspace/protocol';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import { type FileRow, presentFile } from './file-store.ts';

/** The files of a session by path, without their content (FILE-6). */
export const listFiles = async (
  db: Queries,
  sessionId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<File>> => {
  const after = textCursor('files', cursor) ?? '';
  const rows = await db.all<FileRow>`
    select session_id, path, id, version, size, encoding, media_type, content_hash, created_by, last_editor, copied_from, created_at,
      updated_at
    from file where session_id = ${sessionId} and path > ${after} order by path limit 0 + ${limit + 1}
  `;
  const { items, nextCursor } = pageOfRows('files', rows, limit, (row) => row.path);
  return { items: items.map(presentFile), nextCursor };
};
