import { expect, test } from 'vitest';
import { listChangedFiles, listChangedNotes } from '../brief/brief-store.ts';
import { getPastFile } from '../files/file-history.ts';
import { findFile, listClashes, readBody } from '../files/file-store.ts';
import { listFiles, listFilesAt } from '../files/list-files.ts';
import { listNotes } from '../notes/list-notes.ts';
import { getNoteVersion, listNoteVersions } from '../notes/note-history.ts';
import { getNote } from '../notes/note-store.ts';
import { listNotesAt } from '../notes/past-note.ts';
import type { Queries } from '../storage/storage.ts';
import { aSession } from '../testing/a-session.ts';
import { planOf } from '../testing/plan-of.ts';
import { startTestApp } from '../testing/test-app.ts';

const session = 'ses_1';
const id = 'note_1';
const at = '2026-01-01T00:00:00.000Z';
const page = { limit: 50 };
const head = { id: session, lastSeq: 9 } as Parameters<typeof getPastFile>[1];
const span = { sessionId: session, since: 3, until: 9 };
const editor = { kind: 'agent', id: 'ada', name: 'Ada' };
const file = JSON.stringify({ id, path: 'a', version: 2, size: 1, lastEditor: editor, createdAt: at, updatedAt: at });
// Each read finds what it needs in this row: `data` is JSON text of an entity, and bytes of a content.
const row = { id, seq: 5, data: Buffer.from(file), file, content: '' };

const reads: Record<string, (db: Queries) => Promise<unknown>> = {
  getNote: (db) => getNote(db, session, id),
  listNotes: (db) => listNotes(db, session, page),
  listNotesAt: (db) => listNotesAt(db, session, 5),
  listNoteVersions: (db) => listNoteVersions(db, session, id, page),
  getNoteVersion: (db) => getNoteVersion(db, session, id, 3),
  listChangedNotes: (db) => listChangedNotes(db, span, 10),
  findFile: (db) => findFile(db, session, 'a'),
  readBody: (db) => readBody(db, session, 'a'),
  listFiles: (db) => listFiles(db, session, page),
  listFilesAt: (db) => listFilesAt(db, session, 5),
  listClashes: (db) => listClashes(db, session, 'a/b'),
  'getPastFile of a version': (db) => getPastFile(db, head, 'a', { version: 1 }),
  'getPastFile after an event': (db) => getPastFile(db, head, 'a', { seq: 5 }),
  listChangedFiles: (db) => listChangedFiles(db, span, 10),
};

test('a read of entities finds its rows by an index', async () => {
  await using app = await startTestApp({ databaseUrl: undefined });
  for (const [name, ask] of Object.entries(reads)) {
    const plan = await planOf(app, ask, { ...row, event: name.includes('File') ? 'file.updated' : 'note.created' });
    const scans = plan.filter((step) => /^SCAN (?!chosen|page|changed|\(subquery)/.test(step));
    expect([name, scans]).toEqual([name, []]);
  }
});

test('[TIME-5] the past has a note under the ids of notes alone', async () => {
  await using app = await startTestApp();
  const { creator } = await aSession(app);
  const { id: taskId } = (await creator<{ id: string }>('POST', '/tasks', { body: { title: 'One' } })).data;
  const { id: noteId } = (await creator<{ id: string }>('POST', '/notes', { body: { title: 'Two' } })).data;
  const { lastSeq } = (await creator<{ lastSeq: number }>('GET', '')).data;
  expect((await creator('GET', `/notes/${noteId}?seq=${String(lastSeq)}`)).status).toBe(200);
  expect((await creator('GET', `/notes/${taskId}?seq=${String(lastSeq)}`)).status).toBe(404);
});
