import { type Editor, type File, type FileEncoding, mediaTypeOf } from '@pairspace/protocol';
import type { ContentRef } from '../contents/keep-content.ts';
import { releaseContents } from '../contents/release-contents.ts';
import { appendEvent, type EventPlace } from '../events/append-event.ts';
import { isoTime } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Transaction } from '../storage/storage.ts';
import { findVersionSeq } from './file-history.ts';

interface Write extends EventPlace {
  sessionId: string;
  path: string;
  /** The content, which `keepContent` or `useContent` has already counted for this version. */
  content: ContentRef & { bytes: number };
  encoding: FileEncoding;
  mediaType: string | undefined;
  editor: Editor;
  current: File | undefined;
  /** The file that a fork copies. */
  copiedFrom?: File['copiedFrom'];
  /** The number of versions whose content is stored. */
  fileVersions: number;
  /** False if the caller has already checked that there is room. */
  needsRoom?: boolean;
}

/**
 * Appends the event of the next version of a file, keeps its content for reads of the past, and lets go of the content
 * that is too old (TIME-1).
 */
export const saveVersion = async (
  tx: Transaction,
  {
    sessionId,
    path,
    content,
    encoding,
    mediaType = mediaTypeOf(path, encoding),
    editor,
    current,
    copiedFrom = current?.copiedFrom,
    fileVersions,
    ...place
  }: Write,
): Promise<File> => {
  const file: File = {
    id: current?.id ?? newId('file', tx.now),
    sessionId,
    path,
    size: content.bytes,
    encoding,
    mediaType,
    contentHash: content.hash,
    version: (current?.version ?? 0) + 1,
    createdBy: current?.createdBy ?? editor,
    lastEditor: editor,
    createdAt: current?.createdAt ?? isoTime(tx.now),
    updatedAt: isoTime(tx.now),
    ...(copiedFrom && { copiedFrom }),
  };
  const freed = file.version > fileVersions ? await forgetVersion(tx, file, file.version - fileVersions) : 0;
  const change = { sessionId, event: 'file.updated', actor: editor, bytes: file.size - freed, ...place } as const;
  const { seq } = await appendEvent(tx, change, file);
  tx.queueWrite`
    insert into file_content (session_id, seq, content_of, content_hash)
    values (${sessionId}, ${seq}, ${content.of}, ${content.hash})
  `;
  return file;
};

/** An old version stays in the history without its content. */
const forgetVersion = async (tx: Transaction, file: File, version: number): Promise<number> => {
  const seq = await findVersionSeq(tx, file, version);
  return seq === undefined ? 0 : forgetContents(tx, file.sessionId, [seq]);
};

/** Lets go of the contents of the versions that these events made; returns their size in bytes. */
export const forgetContents = async (tx: Transaction, sessionId: string, seqs: readonly number[]): Promise<number> => {
  let bytes = 0;
  const refs: ContentRef[] = [];
  for (const seq of seqs) {
    const [kept] = await tx.all<ContentRef>`
      delete from file_content where session_id = ${sessionId} and seq = ${seq}
      returning content_of as "of", content_hash as hash
    `;
    if (!kept) continue;
    refs.push(kept);
    const content = await tx.get<{ bytes: number }>`
      select bytes from content where session_id = ${kept.of} and hash = ${kept.hash}
    `;
    bytes += content?.bytes ?? 0;
  }
  await releaseContents(tx, refs);
  return bytes;
};
