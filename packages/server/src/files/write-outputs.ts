import type { Editor, FileEncoding } from '@pairspace/protocol';
import { whyNoRoom } from '../access/capacity.ts';
import { type ContentRef, useContent } from '../contents/keep-content.ts';
import type { Transaction } from '../storage/storage.ts';
import { findFile, listClashes, pathTaken } from './file-store.ts';
import { saveVersion } from './save-file.ts';
import { countFiles, type FileRules } from './write-file.ts';

/** The approximate size of a file's event. */
const eventBytes = 1200;

interface OutputLimits extends FileRules {
  fileBytes: number;
}

/** How much of its limits a session uses at present. */
interface SessionUse {
  files: number;
  bytes: number;
}

interface WrittenOutput {
  path: string;
  /** The reason why the file was omitted; null if it was written. */
  error: string | null;
  contentHash: string | null;
}

/**
 * Writes the outputs of a job, in the name of the agent that submitted it. An output above a limit is omitted with an
 * error.
 */
export const writeOutputs = async (
  tx: Transaction,
  sessionId: string,
  editor: Editor,
  files: readonly { path: string; bytes: number; encoding: FileEncoding; ref: ContentRef }[],
  usedBytes: number,
  limits: OutputLimits,
): Promise<WrittenOutput[]> => {
  const taken: SessionUse = { files: await countFiles(tx, sessionId), bytes: usedBytes };
  const results: WrittenOutput[] = [];
  for (const { path, bytes, encoding, ref } of files) {
    await tx.takeTurn();
    const current = await findFile(tx, sessionId, path);
    const clashes = current ? [] : await listClashes(tx, sessionId, path);
    const error =
      clashes.length > 0 ? pathTaken(clashes).message : whyLeftOut(tx, taken, { bytes, isNew: !current }, limits);
    if (error !== null) {
      results.push({ path, error, contentHash: null });
      continue;
    }
    if (!current) taken.files++;
    taken.bytes += bytes + eventBytes;
    useContent(tx, ref);
    const { contentHash } = await saveVersion(tx, {
      sessionId,
      path,
      content: { ...ref, bytes },
      encoding,
      mediaType: undefined,
      editor,
      current,
      fileVersions: limits.fileVersions,
      needsRoom: false,
    });
    results.push({ path, error, contentHash });
  }
  return results;
};

const whyLeftOut = (
  tx: Transaction,
  taken: SessionUse,
  { bytes, isNew }: { bytes: number; isNew: boolean },
  { fileBytes, filesPerSession }: OutputLimits,
): string | null => {
  if (bytes > fileBytes) return `A file holds at most ${String(fileBytes)} bytes.`;
  if (isNew && taken.files >= filesPerSession) return `A session holds at most ${String(filesPerSession)} files.`;
  return whyNoRoom(tx, taken.bytes, bytes + eventBytes)?.message ?? null;
};
