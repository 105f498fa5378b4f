import { type BodyOf, conflict, type Endpoints, type File, utf8Bytes } from '@pairspace/protocol';
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
  if (!current) await assertRoom(tx, sessionId, filesPerSession);
  const editor = actorOf(caller);
  const file: File = {
    id: current?.id ?? newId('file', tx.now),
    sessionId,
    path,
    size: utf8Bytes(content),
    contentHash: hash('sha256', content),
    version: currentVersion + 1,
    createdBy: current?.createdBy ?? editor,
    lastEditor: editor,
    createdAt: current?.createdAt ?? isoTime(tx.now),
    updatedAt: isoTime(tx.now),
  };
  await putFile(tx, file, content);
  return appendEvent(tx, { sessionId, event: 'file.updated', actor: editor }, () => file);
};

const assertRoom = async (tx: Transaction, sessionId: string, filesPerSession: number): Promise<void> => {
  const row = await tx.get<{ files: number }>`select count(*) as files from file where session_id = ${sessionId}`;
  if (row && row.files >= filesPerSession) {
    throw conflict('limit_reached', `A session holds at most ${String(filesPerSession)} files.`);
  }
};
