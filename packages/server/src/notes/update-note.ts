import { conflict, type Editor, invalid, type Note, type ServiceError } from '@pairspace/protocol';
import { actorOf, type AgentCaller, type ObserverCaller } from '../access/caller.ts';
import { getOpenSession, type SessionHead } from '../access/session-head.ts';
import type { EventPlace } from '../events/append-event.ts';
import { isoTime } from '../lib/clock.ts';
import type { Transaction } from '../storage/storage.ts';
import { storeVersion } from './create-note.ts';
import { getNote } from './note-store.ts';

interface Edit {
  noteId: string;
  /** Whether the edit may replace this version. */
  admits: (version: number) => boolean;
  title?: string | undefined;
  content?: string | undefined;
}

/** The refusal of a stale edit, with the note as it is now (NOTE-4). */
export const staleVersion = (current: Note): ServiceError =>
  conflict(
    'stale_version',
    `The note has version ${String(current.version)} now, not the expected one. Merge with details.current and try again.`,
    { currentVersion: current.version, current },
  );

/** Writes the next version if the note still has the version that the editor saw (NOTE-4). */
export const updateNote = async (
  tx: Transaction,
  caller: AgentCaller | ObserverCaller,
  { noteId, admits, title, content }: Edit,
  session?: Promise<SessionHead | undefined>,
): Promise<Note> => {
  const head = await getOpenSession(tx, caller.sessionId, session);
  if (title === undefined && content === undefined) throw invalid('body', 'must hold a title or a content');
  const current = await getNote(tx, caller.sessionId, noteId);
  if (!admits(current.version)) throw staleVersion(current);
  return saveVersion(tx, { head }, actorOf(caller), current, { title, content });
};

/** Writes the version after `current` with its event. */
export const saveVersion = async (
  tx: Transaction,
  place: EventPlace,
  editor: Editor,
  current: Note,
  { title, content }: { title?: string | undefined; content?: string | undefined },
): Promise<Note> => {
  const note: Note = {
    ...current,
    title: title ?? current.title,
    content: content ?? current.content,
    version: current.version + 1,
    lastEditor: editor,
    updatedAt: isoTime(tx.now),
  };
  await storeVersion(tx, place, 'note.updated', note);
  return note;
};
