import { actorOf, type AgentCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import { appendEvent } from '../events/append-event.ts';
import { forgetNoteContents } from '../contents/forget-contents.ts';
import type { Transaction } from '../storage/storage.ts';
import { getNote } from './note-store.ts';
import { staleVersion } from './update-note.ts';

/** Deletes a note; its history remains for reads of the past. The event carries the last state (NOTE-7, TIME-5). */
export const deleteNote = async (
  tx: Transaction,
  caller: AgentCaller,
  noteId: string,
  admits: (version: number) => boolean,
): Promise<{ id: string; deleted: true }> => {
  const { id: sessionId } = await getOpenSession(tx, caller.sessionId);
  const note = await getNote(tx, sessionId, noteId);
  if (!admits(note.version)) throw staleVersion(note);
  const bytes = -(await forgetNoteContents(tx, sessionId, noteId));
  const { seq } = await appendEvent(tx, { sessionId, event: 'note.deleted', actor: actorOf(caller), bytes }, note);
  await tx.run`
    insert into former_note (session_id, id, created_by, copied_from, created_at, deleted_seq)
    select session_id, id, created_by, copied_from, created_at, cast(${seq} as bigint) from note
    where session_id = ${sessionId} and id = ${noteId}
  `;
  await tx.run`delete from note where session_id = ${sessionId} and id = ${noteId}`;
  return { id: noteId, deleted: true };
};
