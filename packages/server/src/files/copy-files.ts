import { conflict } from '@pairspace/protocol';
import { type ContentRef, useContent } from '../contents/keep-content.ts';
import type { Copy } from '../events/copy.ts';
import { listPastFiles } from './list-files.ts';
import { saveVersion } from './save-file.ts';

/** The greatest number of files in a refusal. */
const mostNamed = 20;

/**
 * Copies the files of a session into a fork. Their contents are shared: they stay while any session refers to them
 * (TIME-8). The fork fails if a content is no longer stored.
 */
export const copyFiles: Copy = async (tx, { sourceId, seq, forkId, editor }) => {
  const files = [];
  const gone: string[] = [];
  for (const { file, seq: madeBy } of await listPastFiles(tx, sourceId, seq)) {
    const ref = await tx.get<ContentRef>`
      select content_of as "of", content_hash as hash from file_content
      where session_id = ${sourceId} and seq = ${madeBy}
    `;
    if (ref) files.push({ file, ref });
    else gone.push(file.path);
  }
  if (gone.length > 0) {
    const message = `The content of ${String(gone.length)} files at that event is no longer stored.`;
    throw conflict('version_gone', message, { paths: gone.slice(0, mostNamed) });
  }
  for (const { file, ref } of files) {
    useContent(tx, ref);
    const { id: fileId, path, version, size: bytes, encoding, mediaType } = file;
    await saveVersion(tx, {
      sessionId: forkId,
      path,
      content: { ...ref, bytes },
      encoding,
      mediaType,
      editor,
      current: undefined,
      copiedFrom: { sessionId: sourceId, fileId, version },
      fileVersions: Infinity,
      isCopy: true,
    });
    await tx.takeTurn();
  }
  return files.length;
};
