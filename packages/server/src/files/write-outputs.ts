import { type Editor, utf8Bytes } from '@pairspace/protocol';
import { whyNoRoom } from '../access/capacity.ts';
import { getSessionHead } from '../access/session-head.ts';
import type { Transaction } from '../storage/storage.ts';
import { findFile } from './file-store.ts';
import { type StoredFile, storeVersion, tellVersion } from './save-file.ts';
import { countFiles, type FileRules } from './write-file.ts';

/** About what the event of a file takes. */
const eventBytes = 1200;

interface OutputLimits extends FileRules {
  fileBytes: number;
}

/**
 * Writes what a job brought back, as the agent that submitted it. One that is too much is left out and says so; the
 * events come after all files, so that files are taken before the session, as everywhere.
 */
export const writeOutputs = async (
  tx: Transaction,
  sessionId: string,
  editor: Editor,
  files: readonly { path: string; content: string }[],
  { fileBytes, filesPerSession, fileVersions }: OutputLimits,
): Promise<{ path: string; error: string | null }[]> => {
  let room = filesPerSession - (await countFiles(tx, sessionId));
  let { storedBytes } = await getSessionHead(tx, sessionId);
  const written: StoredFile[] = [];
  const results: { path: string; error: string | null }[] = [];
  for (const { path, content } of files) {
    const current = await findFile(tx, sessionId, path);
    const bytes = utf8Bytes(content);
    let error: string | null = whyNoRoom(tx, storedBytes, bytes + eventBytes)?.message ?? null;
    if (utf8Bytes(content) > fileBytes) error = `A file holds at most ${String(fileBytes)} bytes.`;
    else if (!current && room <= 0) error = `A session holds at most ${String(filesPerSession)} files.`;
    results.push({ path, error });
    if (error !== null) continue;
    if (!current) room--;
    storedBytes += bytes + eventBytes;
    written.push(await storeVersion(tx, { sessionId, path, text: content, editor, current }));
  }
  for (const stored of written) await tellVersion(tx, stored, { editor, fileVersions, needsRoom: false });
  return results;
};
