import { type BodyOf, conflict, type Endpoints, type File } from '@pairspace/protocol';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import { encodedContent, keepContent } from '../contents/keep-content.ts';
import type { Transaction } from '../storage/storage.ts';
import { findFile, listClashes, pathTaken, staleFile } from './file-store.ts';
import { saveVersion } from './save-file.ts';

export interface FileRules {
  filesPerSession: number;
  /** The number of versions whose content is stored. */
  fileVersions: number;
}

interface WriteConditions {
  /** Whether the write may replace this version, 0 for none. */
  admits: (version: number) => boolean;
  mustBeNew: boolean;
}

/** Creates or replaces the file at a path, if it still has the expected version (FILE-1, FILE-2). */
export const writeFile = async (
  tx: Transaction,
  caller: AgentCaller,
  { path, content, encoding, mediaType, expectedVersion }: BodyOf<Endpoints['writeFile']>,
  { admits, mustBeNew }: WriteConditions,
  { filesPerSession, fileVersions }: FileRules,
): Promise<File> => {
  const head = await getOpenSession(tx, caller.sessionId);
  const sessionId = head.id;
  const current = await findFile(tx, sessionId, path);
  const currentVersion = current?.version ?? 0;
  const isExpected = expectedVersion === undefined || expectedVersion === currentVersion;
  if (!isExpected || !admits(currentVersion)) throw staleFile(current);
  if (current && mustBeNew) throw conflict('file_exists', 'There is a file at this path already.', { current });
  if (!current && (await countFiles(tx, sessionId)) >= filesPerSession) {
    throw conflict('limit_reached', `A session holds at most ${String(filesPerSession)} files.`);
  }
  const clashes = current ? [] : await listClashes(tx, sessionId, path);
  if (clashes.length > 0) throw pathTaken(clashes);
  const editor = actorOf(caller);
  return saveVersion(tx, {
    sessionId,
    path,
    content: keepContent(tx, sessionId, encodedContent(content, encoding)),
    encoding,
    mediaType,
    editor,
    current,
    fileVersions,
    head,
  });
};

export const countFiles = async (tx: Transaction, sessionId: string): Promise<number> => {
  const row = await tx.get<{ files: number }>`
    select count(*) as files from entity where session_id = ${sessionId} and kind = 'file' and ended_at is null
  `;
  return row?.files ?? 0;
};
