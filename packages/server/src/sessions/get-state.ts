import { invalid, type NoteSummary, type File, ServiceError, type SessionState } from '@pairspace/protocol';
import { listPastFiles, listPastNotes, type PastFile, type PastNote } from '../contents/past.ts';
import { countMessages } from '../events/mark-messages.ts';
import type { SessionHead } from '../access/session-head.ts';
import { isoTime } from '../lib/clock.ts';
import type { Queries } from '../storage/storage.ts';
import { findPastSession } from './past-session.ts';

/** A session after an event, by default the newest (TIME-2 to TIME-4). */
export const getState = async (
  db: Queries,
  { id: sessionId, lastSeq }: SessionHead,
  seq = lastSeq,
): Promise<SessionState> => {
  if (seq > lastSeq) throw invalid('query.seq', `must be at most ${String(lastSeq)}, the newest event`);
  const session = await findPastSession(db, sessionId, seq);
  if (!session) throw new ServiceError('NOT_FOUND', 'There is no such session.');
  const notes = await listPastNotes(db, sessionId, seq);
  const files = await listPastFiles(db, sessionId, seq);
  const counts = await db.get<SessionState['jobs']>`
    select pending, running, ended from job_count where session_id = ${sessionId} and seq <= ${seq}
    order by seq desc limit 1
  `;
  return {
    sessionId,
    seq,
    session,
    agents: session.agents,
    notes: notes.map((note) => summaryOf(sessionId, note)),
    files: files.map((file) => fileOf(sessionId, file)),
    jobs: counts ?? { pending: 0, running: 0, ended: 0 },
    messageCount: await countMessages(db, sessionId, seq),
  };
};

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

const fileOf = (sessionId: string, file: PastFile): File => ({
  id: file.id,
  sessionId,
  path: file.path,
  size: file.size,
  encoding: file.encoding,
  mediaType: file.media_type,
  contentHash: file.content_hash,
  version: file.version,
  createdBy: JSON.parse(file.created_by) as File['createdBy'],
  lastEditor: JSON.parse(file.editor) as File['lastEditor'],
  createdAt: isoTime(file.created_at),
  updatedAt: isoTime(file.updated_at),
});
