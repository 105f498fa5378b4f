import { actorOf, type AgentCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import { appendEvent } from '../events/append-event.ts';
import { bytesOf } from '../events/entity-store.ts';
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
  const bytes = -(await bytesOf(tx, sessionId, noteId));
  await appendEvent(tx, { sessionId, event: 'note.deleted', actor: actorOf(caller), bytes }, note);
  return { id: noteId, deleted: true };
};
