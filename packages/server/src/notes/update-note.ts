import { conflict, type Editor, invalid, type Note } from '@pairspace/protocol';
import { actorOf, type AgentCaller, type ObserverCaller } from '../access/caller.ts';
import { getOpenSession, type SessionHead } from '../access/session-head.ts';
import { isoTime } from '../lib/clock.ts';
import type { Transaction } from '../storage/storage.ts';
import { appendVersion } from './create-note.ts';
import { getNote } from './note-store.ts';

interface Edit {
  noteId: string;
  expectedVersion: number;
  title?: string | undefined;
  content?: string | undefined;
}

/** Writes the next version if the note still has the version that the editor saw; otherwise nothing (NOTE-4). */
export const updateNote = async (
  tx: Transaction,
  caller: AgentCaller | ObserverCaller,
  { noteId, expectedVersion, title, content }: Edit,
): Promise<Note> => {
  if (title === undefined && content === undefined) throw invalid('body', 'must hold a title or a content');
  const head = await getOpenSession(tx, caller.sessionId);
  const current = await getNote(tx, head.id, noteId);
  if (current.version !== expectedVersion) {
    throw conflict(
      'stale_version',
      `The note has version ${String(current.version)} now, not ${String(expectedVersion)}. Merge with details.current and try again.`,
      { currentVersion: current.version, current },
    );
  }
  return saveVersion(tx, head, actorOf(caller), current, { title, content });
};

/** Writes the version after `current` with its event. */
export const saveVersion = async (
  tx: Transaction,
  head: SessionHead,
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
  await appendVersion(tx, head, 'note.updated', note);
  tx.queueWrite`
    update note set version = ${note.version} where session_id = ${note.sessionId} and id = ${note.id}
  `;
  return note;
};
