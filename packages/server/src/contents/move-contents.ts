import type { Storage, Transaction } from '../storage/storage.ts';
import { contentOf, keepContent } from './keep-content.ts';

/** Of texts that one step moves; each can be a megabyte. */
const stepRows = 20;

interface InlineFile {
  session_id: string;
  path: string;
  id: string;
  version: number;
  size: number;
  content: string;
  last_editor: string;
  updated_at: number;
}

/** Moves some of the texts that an earlier version of the service has kept elsewhere; returns whether there may be more. */
export const moveContents = async ({ read, write }: Pick<Storage, 'read' | 'write'>): Promise<boolean> => {
  const next =
    (await read.get<{ id: string }>`
      select session_id as id from note_version where content_hash is null order by session_id limit 1
    `) ??
    (await read.get<{ id: string }>`
      select session_id as id from file where content_of is null order by session_id limit 1
    `);
  if (!next) return false;
  // Nobody else writes to this session meanwhile.
  await write((tx) => moveSome(tx, next.id), { session: next.id });
  return true;
};

const moveSome = async (tx: Transaction, sessionId: string): Promise<void> => {
  const versions = await tx.all<{ noteId: string; version: number; content: string }>`
    select note_id as "noteId", version, content from note_version
    where session_id = ${sessionId} and content_hash is null order by note_id, version limit ${stepRows}
  `;
  for (const { noteId, version, content: text } of versions) {
    const content = contentOf(text);
    const { of, hash } = keepContent(tx, sessionId, content);
    await tx.run`
      update note_version set content = '', content_of = ${of}, content_hash = ${hash}, bytes = ${content.bytes}
      where session_id = ${sessionId} and note_id = ${noteId} and version = ${version}
    `;
  }
  if (versions.length > 0) return;
  const files = await tx.all<{ path: string }>`
    select path from file where session_id = ${sessionId} and content_of is null order by path limit ${stepRows}
  `;
  for (const { path } of files) await moveFile(tx, sessionId, path);
};

/** Moves the text of one file that an earlier version of the service has written, and keeps it as a version. */
export const moveFile = async (tx: Transaction, sessionId: string, path: string): Promise<void> => {
  const row = await tx.get<InlineFile>`
    select session_id, path, id, version, size, content, last_editor, updated_at from file
    where session_id = ${sessionId} and path = ${path} and content_of is null
  `;
  if (!row) return;
  const { of, hash } = keepContent(tx, sessionId, contentOf(row.content));
  await tx.run`
    insert into file_version (session_id, file_id, version, seq, size, content_hash, content_of, editor, created_at)
    values (${sessionId}, ${row.id}, ${row.version}, ${await seqAt(tx, row)}, ${row.size}, ${hash}, ${of},
      ${row.last_editor}, ${row.updated_at})
  `;
  await tx.run`update file set content = '', content_of = ${of} where session_id = ${sessionId} and path = ${path}`;
};

/** The last event that had happened when this version was written, found by halving: a log can be long. */
const seqAt = async (tx: Transaction, { session_id: sessionId, updated_at: at }: InlineFile): Promise<number> => {
  const session = await tx.get<{ lastSeq: number }>`select last_seq as "lastSeq" from session where id = ${sessionId}`;
  let [low, high] = [0, session?.lastSeq ?? 0];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const event = await tx.get<{ at: number }>`
      select at from event where session_id = ${sessionId} and seq = ${middle}
    `;
    if (event && event.at <= at) low = middle;
    else high = middle - 1;
  }
  return low;
};
