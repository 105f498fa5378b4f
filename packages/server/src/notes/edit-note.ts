import {
  type BodyOf,
  conflict,
  type EditedNote,
  type Endpoints,
  type Note,
  type NoteVersion,
} from '@pairspace/protocol';
import { actorOf, type AgentCaller, type ObserverCaller } from '../access/caller.ts';
import { getOpenSession, type SessionHead } from '../access/session-head.ts';
import { type Draft, editDocument, overlaps } from '../edits/edit-document.ts';
import type { EditThread } from '../edits/edit-thread.ts';
import type { Transaction } from '../storage/storage.ts';
import { getNoteVersion } from './note-history.ts';
import { getNote } from './note-store.ts';
import { saveVersion, staleVersion } from './update-note.ts';

interface NoteEdit extends BodyOf<Endpoints['editNote']> {
  noteId: string;
  /** Whether the edit may replace this version. */
  admits: (version: number) => boolean;
}

interface EditNote {
  write: <R>(work: (tx: Transaction) => Promise<R>) => Promise<R>;
  thread: EditThread;
  noteBytes: number;
}

interface NoteDraft extends Draft {
  head: SessionHead;
  current: Note;
  base: NoteVersion | undefined;
}

/** Writes the next version with the edits, merged with later changes of others (EDIT-1 to EDIT-8). */
export const editNote = (
  { write, thread, noteBytes }: EditNote,
  caller: AgentCaller | ObserverCaller,
  { noteId, admits, expectedVersion, edits, title }: NoteEdit,
): Promise<EditedNote> =>
  editDocument<NoteDraft, EditedNote>({
    name: `${caller.sessionId} ${noteId}`,
    write,
    thread,
    load: async (tx) => {
      const head = await getOpenSession(tx, caller.sessionId);
      const current = await getNote(tx, head.id, noteId);
      if (!admits(current.version)) throw staleVersion(current);
      const base = await baseOf(tx, current, expectedVersion);
      const details = { currentVersion: current.version, current, base };
      if (base && isRetitled(base, current, title)) {
        throw overlaps([{ yours: title ?? '', theirs: current.title }], details);
      }
      const task = base
        ? { base: base.content, current: current.content, edits, limitBytes: noteBytes }
        : { base: current.content, edits, limitBytes: noteBytes };
      return { version: current.version, task, head, current, base };
    },
    save: async (tx, { head, current, base }, content) => {
      const note = await saveVersion(tx, { head }, actorOf(caller), current, { title, content });
      return { ...note, merged: base !== undefined };
    },
  });

/** The version that the editor saw; undefined if it is still the newest. */
const baseOf = async (
  tx: Transaction,
  current: Note,
  expectedVersion: number | undefined,
): Promise<NoteVersion | undefined> => {
  const { sessionId, id, version } = current;
  if (expectedVersion === undefined || expectedVersion === version) return undefined;
  if (expectedVersion > version) {
    throw conflict('stale_version', `The note has version ${String(version)}; a later one does not exist yet.`, {
      currentVersion: version,
      current,
    });
  }
  return getNoteVersion(tx, sessionId, id, expectedVersion);
};

const isRetitled = (base: NoteVersion, current: Note, title: string | undefined): boolean =>
  title !== undefined && base.title !== current.title && title !== current.title;
