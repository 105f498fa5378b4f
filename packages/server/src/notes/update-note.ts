import { conflict, type Editor, invalid, type Note, type ServiceError } from '@pairspace/protocol';
import { actorOf, type AgentCaller, type ObserverCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import type { LogPlace } from '../events/append-event.ts';
import { LogEnd } from '../events/log-end.ts';
import { findWatched } from '../events/queue-deliveries.ts';
import { isoTime } from '../lib/clock.ts';
import type { SharedState } from '../storage/shared-writes.ts';
import type { Transaction } from '../storage/storage.ts';
import { appendVersion } from './create-note.ts';
import { getNote, versionOf } from './note-store.ts';

interface Edit {
  noteId: string;
  /** Whether the edit may replace this version. */
  admits: (version: number) => boolean;
  title?: string | undefined;
  content?: string | undefined;
}

/** The end of the log of an open session, as shared by the edits of one transaction. */
export const openLogs: SharedState<LogEnd> = {
  open: async (tx, sessionId) => {
    const [head, watched] = await Promise.all([getOpenSession(tx, sessionId), findWatched(tx, sessionId)]);
    return new LogEnd({ ...head, watched });
  },
  save: (tx, end) => end.save(tx),
};

/** The note has another version than its editor saw. */
export class StaleNote extends Error {}

/** The refusal of a stale edit, with the note as it is now (NOTE-4). */
export const staleVersion = (current: Note): ServiceError =>
  conflict(
    'stale_version',
    `The note has version ${String(current.version)} now, not the expected one. Merge with details.current and try again.`,
    { currentVersion: current.version, current },
  );

/**
 * Writes the next version if the note still has the version that the editor saw; throws `StaleNote` otherwise (NOTE-4).
 */
export const updateNote = async (
  tx: Transaction,
  end: LogEnd,
  caller: AgentCaller | ObserverCaller,
  { noteId, admits, title, content }: Edit,
): Promise<Note> => {
  if (title === undefined && content === undefined) throw invalid('body', 'must hold a title or a content');
  if (!admits(await versionOf(tx, caller.sessionId, noteId))) throw new StaleNote();
  const current = await getNote(tx, caller.sessionId, noteId);
  return saveVersion(tx, { end }, actorOf(caller), current, { title, content });
};

/** Writes the version after `current` with its event. */
export const saveVersion = async (
  tx: Transaction,
  place: LogPlace,
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
  await appendVersion(tx, place, 'note.updated', note);
  tx.queueWrite`
    update note set version = ${note.version} where session_id = ${note.sessionId} and id = ${note.id}
  `;
  return note;
};
