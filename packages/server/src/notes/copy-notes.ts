import { isoTime } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { findLoggedContent } from '../contents/logged-content.ts';
import { listPastNotes } from '../contents/past.ts';
import type { Copy } from '../events/copy.ts';
import { storeNote } from './create-note.ts';

/** Copies the notes of a session into a fork, at version 1 (SES-18). */
export const copyNotes: Copy = async (tx, { sourceId, seq, forkId, editor }) => {
  const notes = await listPastNotes(tx, sourceId, seq);
  for (const { id: noteId, title, version, seq: writtenSeq } of notes) {
    const id = newId('note', tx.now);
    await storeNote(
      tx,
      { isCopy: true },
      {
        id,
        noteId: id,
        sessionId: forkId,
        title,
        content: await findLoggedContent(tx, sourceId, writtenSeq),
        version: 1,
        createdBy: editor,
        lastEditor: editor,
        copiedFrom: { sessionId: sourceId, noteId, version },
        createdAt: isoTime(tx.now),
        updatedAt: isoTime(tx.now),
      },
    );
    await tx.takeTurn();
  }
  return notes.length;
};
