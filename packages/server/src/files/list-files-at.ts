import type { File } from '@pairspace/protocol';
import { listPastFiles, type PastFile } from '../contents/past.ts';
import { isoTime } from '../lib/clock.ts';
import type { Queries } from '../storage/storage.ts';

/** The files as they were after an event (TIME-3). */
export const listFilesAt = async (db: Queries, sessionId: string, seq: number): Promise<File[]> =>
  (await listPastFiles(db, sessionId, seq)).map((file) => fileOf(sessionId, file));

const fileOf = (sessionId: string, file: PastFile): File => ({
  id: file.id,
  sessionId,
  path: file.path,
  size: file.size,
  encoding: file.encoding,
  mediaType: file.media_type,
  contentHash: file.content_hash,
  version: file.version,
  createdBy: JSON.parse(file.created_by) as File['createdBy'],
  lastEditor: JSON.parse(file.editor) as File['lastEditor'],
  createdAt: isoTime(file.created_at),
  updatedAt: isoTime(file.updated_at),
});
