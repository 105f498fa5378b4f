import { actorOf, type AgentCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import { appendEvent } from '../events/append-event.ts';
import type { Transaction } from '../storage/storage.ts';
import { getFile, staleFile } from './file-store.ts';
import { forgetContents } from './save-file.ts';

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
  const kept = await tx.all<{ seq: number }>`
    select seq from file_content where session_id = ${sessionId} and seq in (
      select seq from event where session_id = ${sessionId} and entity_id = ${file.id}
    )
  `;
  const seqs = kept.map(({ seq }) => seq);
  const bytes = -(await forgetContents(tx, sessionId, seqs));
  await appendEvent(tx, { sessionId, event: 'file.deleted', actor: actorOf(caller), bytes }, file);
  return { id: file.id, deleted: true };
};
