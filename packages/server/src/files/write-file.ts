import { type BodyOf, conflict, type Editor, type Endpoints, type File, utf8Bytes } from '@pairspace/protocol';
import { hash } from 'node:crypto';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import { appendEvent } from '../events/append-event.ts';
import { isoTime } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Transaction } from '../storage/storage.ts';
import { findFile, putFile } from './file-store.ts';

/** Creates the file at a path or replaces it, if it still has the expected version (FILE-1, FILE-2). */
export const writeFile = async (
  tx: Transaction,
  caller: AgentCaller,
  { path, content, expectedVersion }: BodyOf<Endpoints['writeFile']>,
  filesPerSession: number,
): Promise<File> => {
  const { id: sessionId } = await getOpenSession(tx, caller.sessionId);
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
  const file = nextVersion(tx, { sessionId, path, content, editor, current });
  await putFile(tx, file, content);
  const bytes = file.size - (current?.size ?? 0);
  await appendEvent(tx, { sessionId, event: 'file.updated', actor: editor, bytes }, file);
  return file;
};

interface Write {
  sessionId: string;
  path: string;
  content: string;
  editor: Editor;
  current: File | undefined;
}

/** The file as this write makes it. */
export const nextVersion = (tx: Transaction, { sessionId, path, content, editor, current }: Write): File => ({
  id: current?.id ?? newId('file', tx.now),
  sessionId,
  path,
  size: utf8Bytes(content),
  contentHash: hash('sha256', content),
  version: (current?.version ?? 0) + 1,
  createdBy: current?.createdBy ?? editor,
  lastEditor: editor,
  createdAt: current?.createdAt ?? isoTime(tx.now),
  updatedAt: isoTime(tx.now),
});

export const countFiles = async (tx: Transaction, sessionId: string): Promise<number> => {
  const row = await tx.get<{ files: number }>`select count(*) as files from file where session_id = ${sessionId}`;
  return row?.files ?? 0;
};
