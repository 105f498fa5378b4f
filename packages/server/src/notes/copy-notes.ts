import { isoTime } from '../lib/clock.ts';
import { invariant } from '../lib/invariant.ts';
import { newId } from '../lib/ids.ts';
import type { Copy } from '../events/copy.ts';
import { storeVersion } from './create-note.ts';
import { findNoteAt, listNotesAt } from './past-note.ts';

/** Copies the notes of a session into a fork, at version 1 (SES-18). */
export const copyNotes: Copy = async (tx, { sourceId, seq, forkId, editor }) => {
  const notes = await listNotesAt(tx, sourceId, seq);
  for (const { id: noteId, version } of notes) {
    const source = await findNoteAt(tx, sourceId, noteId, seq);
    invariant(source, 'each state of a note has its event');
    const id = newId('note', tx.now);
    await storeVersion(tx, { isCopy: true }, 'note.created', {
      id,
      noteId: id,
      sessionId: forkId,
      title: source.title,
      content: source.content,
      version: 1,
      createdBy: editor,
      lastEditor: editor,
      copiedFrom: { sessionId: sourceId, noteId, version },
      createdAt: isoTime(tx.now),
      updatedAt: isoTime(tx.now),
    });
    await tx.takeTurn();
  }
  return notes.length;
};
