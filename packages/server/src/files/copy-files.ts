import { conflict } from '@pairspace/protocol';
import { useContent } from '../contents/keep-content.ts';
import { listPastFiles } from '../contents/past.ts';
import type { Copy } from '../events/copy.ts';
import { storeVersion, tellVersion } from './save-file.ts';

/** The greatest number of files in a refusal. */
const mostNamed = 20;

/**
 * Copies the files of a session into a fork. Their contents are shared: they stay while any session refers to them
 * (TIME-8). The fork fails if a content is no longer stored.
 */
export const copyFiles: Copy = async (tx, { sourceId, seq, forkId, editor }) => {
  const files = await listPastFiles(tx, sourceId, seq);
  const gone = files.filter((file) => file.content_of === null).map(({ path }) => path);
  if (gone.length > 0) {
    const message = `The content of ${String(gone.length)} files at that event is no longer stored.`;
    throw conflict('version_gone', message, { paths: gone.slice(0, mostNamed) });
  }
  for (const { id, path, version, content_of, content_hash: hash, size: bytes, encoding, media_type } of files) {
    const content = { of: content_of ?? sourceId, hash, bytes };
    useContent(tx, content);
    const copiedFrom = { sessionId: sourceId, fileId: id, version };
    const written = { sessionId: forkId, path, content, encoding, mediaType: media_type, current: undefined };
    const stored = storeVersion(tx, { ...written, editor, copiedFrom });
    await tellVersion(tx, stored, { editor, fileVersions: Infinity, isCopy: true });
    await tx.takeTurn();
  }
  return files.length;
};
