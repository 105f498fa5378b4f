import { type BodyOf, conflict, type Endpoints, type Note, utf8Bytes } from '@pairspace/protocol';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import { appendEvent, type EventPlace } from '../events/append-event.ts';
import { isoTime } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Transaction } from '../storage/storage.ts';

/** Creates a note at version 1 (NOTE-1). */
export const createNote = async (
  tx: Transaction,
  caller: AgentCaller,
  { title, content }: BodyOf<Endpoints['createNote']>,
  notesPerSession: number,
): Promise<Note> => {
  const head = await getOpenSession(tx, caller.sessionId);
  const sessionId = head.id;
  await assertRoom(tx, sessionId, notesPerSession);
  const editor = actorOf(caller);
  const id = newId('note', tx.now);
  const note: Note = {
    id,
    noteId: id,
    sessionId,
    title,
    content,
    version: 1,
    createdBy: editor,
    lastEditor: editor,
    copiedFrom: null,
    createdAt: isoTime(tx.now),
    updatedAt: isoTime(tx.now),
  };
  await storeVersion(tx, { head }, 'note.created', note);
  return note;
};

/** Appends the event of a new version, which is the version. */
export const storeVersion = async (
  tx: Transaction,
  place: EventPlace,
  event: 'note.created' | 'note.updated',
  note: Note,
): Promise<void> => {
  const bytes = utf8Bytes(note.content);
  await appendEvent(tx, { sessionId: note.sessionId, event, actor: note.lastEditor, bytes, ...place }, note);
};

const assertRoom = async (tx: Transaction, sessionId: string, notesPerSession: number): Promise<void> => {
  const row = await tx.get<{ notes: number }>`
    select count(*) as notes from entity where session_id = ${sessionId} and kind = 'note' and ended_at is null
  `;
  if (row && row.notes >= notesPerSession) {
    throw conflict('limit_reached', `A session holds at most ${String(notesPerSession)} notes.`);
  }
};
