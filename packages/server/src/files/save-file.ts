import { type Editor, type File, type FileEncoding, mediaTypeOf } from '@pairspace/protocol';
import type { SessionHead } from '../access/session-head.ts';
import type { ContentRef } from '../contents/keep-content.ts';
import { releaseContents } from '../contents/release-contents.ts';
import { appendEvent } from '../events/append-event.ts';
import { isoTime } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Transaction } from '../storage/storage.ts';
import { putFile } from './file-store.ts';

interface Write {
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
}

export interface StoredFile {
  file: File;
  ref: ContentRef;
}

/** Stores the next version of a file; the caller must call `tellVersion` afterwards. */
export const storeVersion = (
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
  }: Write,
): StoredFile => {
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
  putFile(tx, file, content);
  return { file, ref: content };
};

interface Telling {
  editor: Editor;
  /** The number of versions whose content is stored. */
  fileVersions: number;
  /** The session as this transaction has read it. The transaction must not have changed the session since. */
  head?: SessionHead;
  /** False if the caller has already checked that there is room. */
  needsRoom?: boolean;
  /** Whether a fork copies the file. */
  isCopy?: boolean;
}

/**
 * Appends the event of a stored version, keeps the version for reads of the past, and removes the content that is too
 * old (TIME-1).
 */
export const tellVersion = async (
  tx: Transaction,
  { file, ref }: StoredFile,
  { editor, fileVersions, head, needsRoom = true, isCopy = false }: Telling,
): Promise<File> => {
  const freed = file.version > fileVersions ? await forgetVersion(tx, file, file.version - fileVersions) : 0;
  const change = { sessionId: file.sessionId, event: 'file.updated', actor: editor, needsRoom, isCopy } as const;
  const { seq } = await appendEvent(tx, { ...change, ...(head && { head }), bytes: file.size - freed }, file);
  tx.queueWrite`
    insert into file_version (session_id, file_id, version, seq, size, encoding, media_type, content_hash, content_of,
      editor, created_at)
    values (${file.sessionId}, ${file.id}, ${file.version}, ${seq}, ${file.size}, ${file.encoding}, ${file.mediaType},
      ${ref.hash}, ${ref.of}, ${JSON.stringify(editor)}, ${tx.now})
  `;
  return file;
};

/** An old version stays in the history without its content. */
const forgetVersion = async (tx: Transaction, { sessionId, id }: File, version: number): Promise<number> => {
  const old = await tx.get<ContentRef & { size: number }>`
    select content_of as "of", content_hash as hash, size from file_version
    where session_id = ${sessionId} and file_id = ${id} and version = ${version} and content_of is not null
  `;
  if (!old) return 0;
  await tx.run`
    update file_version set content_of = null
    where session_id = ${sessionId} and file_id = ${id} and version = ${version}
  `;
  await releaseContents(tx, [old]);
  return old.size;
};
