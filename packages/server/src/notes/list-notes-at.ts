import type { NoteSummary } from '@pairspace/protocol';
import { listPastNotes, type PastNote } from '../contents/past.ts';
import { isoTime } from '../lib/clock.ts';
import type { Queries } from '../storage/storage.ts';

/** The notes as they were after an event (TIME-3). */
export const listNotesAt = async (db: Queries, sessionId: string, seq: number): Promise<NoteSummary[]> =>
  (await listPastNotes(db, sessionId, seq)).map((note) => summaryOf(sessionId, note));

const summaryOf = (sessionId: string, note: PastNote): NoteSummary => ({
  id: note.id,
  noteId: note.id,
  sessionId,
  title: note.title,
  version: note.version,
  createdBy: JSON.parse(note.created_by) as NoteSummary['createdBy'],
  lastEditor: JSON.parse(note.editor) as NoteSummary['lastEditor'],
  copiedFrom: note.copied_from === null ? null : (JSON.parse(note.copied_from) as NoteSummary['copiedFrom']),
  createdAt: isoTime(note.created_at),
  updatedAt: isoTime(note.updated_at),
});
