import { actorOf, type AgentCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import { appendEvent } from '../events/append-event.ts';
import type { Transaction } from '../storage/storage.ts';
import { getNote } from './note-store.ts';

/** Deletes a note with its history; the event carries it as it last was (NOTE-7). */
export const deleteNote = async (
  tx: Transaction,
  caller: AgentCaller,
  noteId: string,
): Promise<{ id: string; deleted: true }> => {
  const { id: sessionId } = await getOpenSession(tx, caller.sessionId);
  const note = await getNote(tx, sessionId, noteId);
  const bytes = -(await storedBytesOf(tx, sessionId, noteId));
  await tx.run`delete from note where session_id = ${sessionId} and id = ${noteId}`;
  await tx.run`delete from note_version where session_id = ${sessionId} and note_id = ${noteId}`;
  await appendEvent(tx, { sessionId, event: 'note.deleted', actor: actorOf(caller), bytes }, note);
  return { id: noteId, deleted: true };
};

/** What all versions of a note take. */
const storedBytesOf = async (tx: Transaction, sessionId: string, noteId: string): Promise<number> => {
  const row = await tx.get<{ bytes: number }>`
    select cast(coalesce(sum(octet_length(content)), 0) as bigint) as bytes from note_version
    where session_id = ${sessionId} and note_id = ${noteId}
  `;
  return row?.bytes ?? 0;
};
