import type { File } from '@pairspace/protocol';
import { type LoggedState, listStatesAt } from '../events/entity-store.ts';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';

/** The files of a session by path, without their content (FILE-6). */
export const listFiles = async (
  db: Queries,
  sessionId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<File>> => {
  const after = textCursor('files', cursor) ?? '';
  const rows = await db.all<{ data: string }>`
    select data from entity
    where session_id = ${sessionId} and kind = 'file' and ended_at is null and path > ${after}
    order by path limit 0 + ${limit + 1}
  `;
  const files = rows.map(({ data }) => JSON.parse(data) as File);
  return pageOfRows('files', files, limit, ({ path }) => path);
};

/** A file as an event has it. */
export interface PastFile {
  file: File;
  seq: number;
}

/** The files as they were after an event, by path, each with the event of its version. */
export const listPastFiles = async (db: Queries, sessionId: string, seq: number): Promise<PastFile[]> => {
  const presentState = (state: LoggedState): PastFile => ({ file: JSON.parse(state.data) as File, seq: state.seq });
  const files = await listStatesAt(db, { sessionId, kind: 'file' }, seq, presentState);
  return files.sort((one, other) => (one.file.path < other.file.path ? -1 : 1));
};

/** The files as they were after an event (TIME-3). */
export const listFilesAt = async (db: Queries, sessionId: string, seq: number): Promise<File[]> =>
  (await listPastFiles(db, sessionId, seq)).map(({ file }) => file);
