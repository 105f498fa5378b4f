import { actorOf, type AgentCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import { forgetFileContents } from '../contents/forget-contents.ts';
import { appendEvent } from '../events/append-event.ts';
import type { Transaction } from '../storage/storage.ts';
import { getFile, staleFile } from './file-store.ts';

/** Deletes a file; the event carries its last state without content (FILE-6). */
export const deleteFile = async (
  tx: Transaction,
  caller: AgentCaller,
  path: string,
  admits: (version: number) => boolean,
): Promise<{ id: string; deleted: true }> => {
  const { id: sessionId } = await getOpenSession(tx, caller.sessionId);
  const file = await getFile(tx, sessionId, path);
  if (!admits(file.version)) throw staleFile(file);
  await tx.run`delete from file where session_id = ${sessionId} and path = ${path}`;
  const bytes = -(await forgetFileContents(tx, sessionId, file.id));
  const { seq } = await appendEvent(tx, { sessionId, event: 'file.deleted', actor: actorOf(caller), bytes }, file);
  await tx.run`
    insert into former_file (session_id, id, path, created_by, copied_from, created_at, deleted_seq)
    values (${sessionId}, ${file.id}, ${path}, ${JSON.stringify(file.createdBy)},
      ${file.copiedFrom ? JSON.stringify(file.copiedFrom) : null}, ${Date.parse(file.createdAt)}, ${seq})
  `;
  return { id: file.id, deleted: true };
};
