import { invalid, type Note, type NoteSummary, ServiceError } from '@pairspace/protocol';
import type { SessionHead } from '../access/session-head.ts';
import { findStateAt, listStatesAt } from '../events/entity-store.ts';
import { withoutContent } from '../lib/without-content.ts';
import type { Queries } from '../storage/storage.ts';

/** A note after an event, even if it was changed or deleted since (TIME-5). */
export const getPastNote = async (
  db: Queries,
  { id: sessionId, lastSeq }: SessionHead,
  noteId: string,
  seq: number,
): Promise<Note> => {
  if (seq > lastSeq) throw invalid('query.seq', `must be at most ${String(lastSeq)}, the newest event`);
  const note = await findNoteAt(db, sessionId, noteId, seq);
  if (!note) throw new ServiceError('NOT_FOUND', 'There was no such note in this session at that time.');
  return note;
};

/** A note after an event; undefined if there was none. */
export const findNoteAt = async (
  db: Queries,
  sessionId: string,
  noteId: string,
  seq: number,
): Promise<Note | undefined> => {
  const state = await findStateAt(db, { sessionId, kind: 'note' }, noteId, seq);
  return state && (JSON.parse(state.data) as Note);
};

/** The notes as they were after an event, oldest first (TIME-3). */
export const listNotesAt = (db: Queries, sessionId: string, seq: number): Promise<NoteSummary[]> =>
  listStatesAt(db, { sessionId, kind: 'note' }, seq, ({ data }) => withoutContent(JSON.parse(data) as Note));
