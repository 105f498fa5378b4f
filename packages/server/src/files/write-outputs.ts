import type { Editor, FileEncoding } from '@pairspace/protocol';
import { whyNoRoom } from '../access/capacity.ts';
import { getSessionHead } from '../access/session-head.ts';
import { encodedContent } from '../contents/keep-content.ts';
import type { Transaction } from '../storage/storage.ts';
import { findFile } from './file-store.ts';
import { type StoredFile, storeVersion, tellVersion } from './save-file.ts';
import { countFiles, type FileRules } from './write-file.ts';

/** About what the event of a file takes. */
const eventBytes = 1200;

interface OutputLimits extends FileRules {
  fileBytes: number;
}

interface WrittenOutput {
  path: string;
  /** Why it was left out; null when it was written. */
  error: string | null;
  contentHash: string | null;
}

/**
 * Writes what a job brought back, as the agent that submitted it. One that is too much is left out and says so; the
 * events come after all files, so that files are taken before the session, as everywhere.
 */
export const writeOutputs = async (
  tx: Transaction,
  sessionId: string,
  editor: Editor,
  files: readonly { path: string; content: string; encoding: FileEncoding }[],
  { fileBytes, filesPerSession, fileVersions }: OutputLimits,
): Promise<WrittenOutput[]> => {
  let room = filesPerSession - (await countFiles(tx, sessionId));
  let { storedBytes } = await getSessionHead(tx, sessionId);
  const written: StoredFile[] = [];
  const results: WrittenOutput[] = [];
  for (const { path, content: said, encoding } of files) {
    await tx.takeTurn();
    const current = await findFile(tx, sessionId, path);
    const content = encodedContent(said, encoding);
    const { bytes } = content;
    let error: string | null = whyNoRoom(tx, storedBytes, bytes + eventBytes)?.message ?? null;
    if (bytes > fileBytes) error = `A file holds at most ${String(fileBytes)} bytes.`;
    else if (!current && room <= 0) error = `A session holds at most ${String(filesPerSession)} files.`;
    if (error !== null) {
      results.push({ path, error, contentHash: null });
      continue;
    }
    if (!current) room--;
    storedBytes += bytes + eventBytes;
    const stored = await storeVersion(tx, {
      sessionId,
      path,
      content,
      encoding,
      mediaType: undefined,
      editor,
      current,
    });
    written.push(stored);
    results.push({ path, error, contentHash: stored.file.contentHash });
  }
  for (const stored of written) {
    await tx.takeTurn();
    await tellVersion(tx, stored, { editor, fileVersions, needsRoom: false });
  }
  return results;
};
