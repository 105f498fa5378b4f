import { type Editor, type File, utf8Bytes } from '@pairspace/protocol';
import { appendEvent } from '../events/append-event.ts';
import type { Transaction } from '../storage/storage.ts';
import { findFile, putFile } from './file-store.ts';
import { countFiles, nextVersion } from './write-file.ts';

interface OutputLimits {
  fileBytes: number;
  filesPerSession: number;
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
  { fileBytes, filesPerSession }: OutputLimits,
): Promise<{ path: string; error: string | null }[]> => {
  let room = filesPerSession - (await countFiles(tx, sessionId));
  const written: File[] = [];
  const results: { path: string; error: string | null }[] = [];
  for (const { path, content } of files) {
    const current = await findFile(tx, sessionId, path);
    let error: string | null = null;
    if (utf8Bytes(content) > fileBytes) error = `A file holds at most ${String(fileBytes)} bytes.`;
    else if (!current && room <= 0) error = `A session holds at most ${String(filesPerSession)} files.`;
    results.push({ path, error });
    if (error !== null) continue;
    if (!current) room--;
    const file = nextVersion(tx, { sessionId, path, content, editor, current });
    await putFile(tx, file, content);
    written.push(file);
  }
  const actor = { ...editor };
  for (const file of written) await appendEvent(tx, { sessionId, event: 'file.updated', actor }, file);
  return results;
};
