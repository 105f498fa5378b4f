import { type BodyOf, conflict, type Endpoints, type File } from '@pairspace/protocol';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import { encodedContent, keepContent } from '../contents/keep-content.ts';
import type { Transaction } from '../storage/storage.ts';
import { findFile } from './file-store.ts';
import { storeVersion, tellVersion } from './save-file.ts';

export interface FileRules {
  filesPerSession: number;
  /** The number of versions whose content is stored. */
  fileVersions: number;
}

/** Creates or replaces the file at a path, if it still has the expected version (FILE-1, FILE-2). */
export const writeFile = async (
  tx: Transaction,
  caller: AgentCaller,
  { path, content, encoding, mediaType, expectedVersion }: BodyOf<Endpoints['writeFile']>,
  { filesPerSession, fileVersions }: FileRules,
): Promise<File> => {
  const head = await getOpenSession(tx, caller.sessionId);
  const sessionId = head.id;
  const current = await findFile(tx, sessionId, path);
  const currentVersion = current?.version ?? 0;
  if (expectedVersion !== undefined && expectedVersion !== currentVersion) {
    throw conflict(
      'stale_version',
      current ? `The file has version ${String(currentVersion)} by now.` : 'There is no file at this path.',
      { currentVersion, current: current ?? null },
    );
  }
  if (!current && (await countFiles(tx, sessionId)) >= filesPerSession) {
    throw conflict('limit_reached', `A session holds at most ${String(filesPerSession)} files.`);
  }
  const editor = actorOf(caller);
  const stored = storeVersion(tx, {
    sessionId,
    path,
    content: keepContent(tx, sessionId, encodedContent(content, encoding)),
    encoding,
    mediaType,
    editor,
    current,
  });
  return tellVersion(tx, stored, { editor, fileVersions, head });
};

export const countFiles = async (tx: Transaction, sessionId: string): Promise<number> => {
  const row = await tx.get<{ files: number }>`select count(*) as files from file where session_id = ${sessionId}`;
  return row?.files ?? 0;
};
