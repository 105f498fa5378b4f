import { type BodyOf, conflict, type EditedFile, type Endpoints, ServiceError } from '@pairspace/protocol';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import { getOpenSession, type SessionHead } from '../access/session-head.ts';
import { type Draft, editDocument } from '../edits/edit-document.ts';
import type { EditThread } from '../edits/edit-thread.ts';
import type { Transaction } from '../storage/storage.ts';
import { getPastFile } from './file-history.ts';
import { contentOf, keepContent } from '../contents/keep-content.ts';
import { type FileAndBody, presentContent, readBody, staleFile } from './file-store.ts';
import { saveVersion } from './save-file.ts';

interface FileEdit extends BodyOf<Endpoints['editFile']> {
  path: string;
  /** Whether the edit may replace this version. */
  admits: (version: number) => boolean;
}

interface EditFile {
  write: <R>(work: (tx: Transaction) => Promise<R>) => Promise<R>;
  thread: EditThread;
  fileBytes: number;
  fileVersions: number;
}

interface FileDraft extends Draft {
  head: SessionHead;
  current: FileAndBody;
  base: FileAndBody | undefined;
}

/** Writes the next version of a file with the edits, merged with later changes of others (EDIT-12). */
export const editFile = (
  { write, thread, fileBytes, fileVersions }: EditFile,
  caller: AgentCaller,
  { path, admits, expectedVersion, edits }: FileEdit,
): Promise<EditedFile> =>
  editDocument<FileDraft, EditedFile>({
    name: `${caller.sessionId} ${path}`,
    write,
    thread,
    load: async (tx) => {
      const head = await getOpenSession(tx, caller.sessionId);
      const current = await readBody(tx, head.id, path);
      if (!admits(current.file.version)) throw staleFile(current.file);
      const base = await baseOf(tx, head, current, expectedVersion);
      const task = base
        ? { base: textOf(base), current: textOf(current), edits, limitBytes: fileBytes }
        : { base: textOf(current), edits, limitBytes: fileBytes };
      return { version: current.file.version, task, head, current, base };
    },
    save: async (tx, { head, current: { file }, base }, text) => {
      const edited = await saveVersion(tx, {
        sessionId: file.sessionId,
        path,
        content: keepContent(tx, file.sessionId, contentOf(text)),
        encoding: file.encoding,
        mediaType: file.mediaType,
        editor: actorOf(caller),
        current: file,
        fileVersions,
        head,
      });
      return { ...edited, merged: base !== undefined };
    },
  });

/** Only text can be edited (FILE-13). */
const textOf = ({ file, body }: FileAndBody): string => {
  if (file.encoding === 'utf-8' && typeof body === 'string') return body;
  const { path, version, encoding, mediaType } = file;
  const message = `Version ${String(version)} of ${path} is not text but ${mediaType}. Write the file as a whole.`;
  throw conflict('not_text', message, { currentVersion: version, encoding, mediaType });
};

/** The version that the editor saw; undefined if it is still the newest. */
const baseOf = async (
  tx: Transaction,
  head: SessionHead,
  current: FileAndBody,
  expectedVersion: number | undefined,
): Promise<FileAndBody | undefined> => {
  const { path, version } = current.file;
  if (expectedVersion === undefined || expectedVersion === version) return undefined;
  const details = { currentVersion: version, current: presentContent(current) };
  if (expectedVersion > version) {
    throw conflict(
      'stale_version',
      `The file has version ${String(version)}; a later one does not exist yet.`,
      details,
    );
  }
  try {
    return await getPastFile(tx, head, path, { version: expectedVersion });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error;
    throw conflict('version_gone', `Version ${String(expectedVersion)} is not kept any more.`, details);
  }
};
