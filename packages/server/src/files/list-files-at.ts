import type { File } from '@pairspace/protocol';
import { listPastFiles } from '../contents/past.ts';
import type { Queries } from '../storage/storage.ts';
import { presentFile } from './file-store.ts';

/** The files as they were after an event (TIME-3). */
export const listFilesAt = async (db: Queries, sessionId: string, seq: number): Promise<File[]> =>
  (await listPastFiles(db, sessionId, seq)).map((file) =>
    presentFile({ ...file, session_id: sessionId, last_editor: file.editor }),
  );
