import {
  type BodyOf,
  conflict,
  type EditedFile,
  type Endpoints,
  type FileWithContent,
  ServiceError,
} from '@pairspace/protocol';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import { type Draft, editDocument } from '../edits/edit-document.ts';
import type { EditThread } from '../edits/edit-thread.ts';
import type { Transaction } from '../storage/storage.ts';
import { getPastFile } from './file-history.ts';
import { readFile } from './file-store.ts';
import { storeVersion, tellVersion } from './save-file.ts';

interface FileEdit extends BodyOf<Endpoints['editFile']> {
  path: string;
}

interface EditFile {
  write: <R>(work: (tx: Transaction) => Promise<R>) => Promise<R>;
  thread: EditThread;
  fileBytes: number;
  fileVersions: number;
}

interface FileDraft extends Draft {
  current: FileWithContent;
  base: FileWithContent | undefined;
}

/** Writes the next version of a file with the edits in it, merged with what others have written since (EDIT-12). */
export const editFile = (
  { write, thread, fileBytes, fileVersions }: EditFile,
  caller: AgentCaller,
  { path, expectedVersion, edits }: FileEdit,
): Promise<EditedFile> =>
  editDocument<FileDraft, EditedFile>({
    write,
    thread,
    load: async (tx) => {
      const { id: sessionId } = await getOpenSession(tx, caller.sessionId);
      const current = await readFile(tx, sessionId, path);
      const base = await baseOf(tx, current, expectedVersion);
      const task = { base: base?.content ?? current.content, current: current.content, edits, limitBytes: fileBytes };
      return { version: current.version, task, current, base };
    },
    save: async (tx, { current, base }, text) => {
      const editor = actorOf(caller);
      const stored = await storeVersion(tx, { sessionId: current.sessionId, path, text, editor, current });
      return { ...(await tellVersion(tx, stored, { editor, fileVersions })), merged: base !== undefined };
    },
  });

/** The version that the editor saw; undefined when it is still the newest. */
const baseOf = async (
  tx: Transaction,
  current: FileWithContent,
  expectedVersion: number | undefined,
): Promise<FileWithContent | undefined> => {
  const { sessionId, path, version } = current;
  if (expectedVersion === undefined || expectedVersion === version) return undefined;
  const details = { currentVersion: version, current };
  if (expectedVersion > version) {
    throw conflict('stale_version', `The file has version ${String(version)}; a later one is not there yet.`, details);
  }
  try {
    return await getPastFile(tx, await getOpenSession(tx, sessionId), path, { version: expectedVersion });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error;
    throw conflict('version_gone', `Version ${String(expectedVersion)} is not kept any more.`, details);
  }
};
