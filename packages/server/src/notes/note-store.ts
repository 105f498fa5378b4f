import { type Editor, type Note, ServiceError } from '@pairspace/protocol';
import { contentOf, keepContent } from '../contents/keep-content.ts';
import { isoTime } from '../lib/clock.ts';
import type { Queries, Transaction } from '../storage/storage.ts';

export interface NoteRow {
  session_id: string;
  id: string;
  version: number;
  created_by: string;
  copied_from: string | null;
  created_at: number;
  title: string;
  content: string;
  editor: string;
  updated_at: number;
}

const noNote = (): ServiceError => new ServiceError('NOT_FOUND', 'There is no such note in this session.');

/** A note with its newest version. */
export const getNote = async (db: Queries, sessionId: string, noteId: string): Promise<Note> => {
  const row = await db.get<NoteRow>`
    select note.session_id, note.id, note.version, created_by, copied_from, note.created_at, title,
      body as content, editor, note_version.created_at as updated_at
    from note join note_version on note_version.session_id = note.session_id and note_id = note.id
      and note_version.version = note.version
    join content_body on content_body.session_id = content_of and hash = content_hash
    where note.session_id = ${sessionId} and note.id = ${noteId}
  `;
  if (!row) throw noNote();
  return presentNote(row);
};

/** The version of a note, without its content. */
export const versionOf = async (db: Queries, sessionId: string, noteId: string): Promise<number> => {
  const row = await db.get<{ version: number }>`
    select version from note where session_id = ${sessionId} and id = ${noteId}
  `;
  if (!row) throw noNote();
  return row.version;
};

export const presentNote = (row: NoteRow): Note => ({
  id: row.id,
  noteId: row.id,
  sessionId: row.session_id,
  title: row.title,
  content: row.content,
  version: row.version,
  createdBy: JSON.parse(row.created_by) as Editor,
  lastEditor: JSON.parse(row.editor) as Editor,
  copiedFrom: row.copied_from === null ? null : (JSON.parse(row.copied_from) as Note['copiedFrom']),
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
});

/** Stores a version. The row of the note only refers to the newest one. */
export const insertVersion = (tx: Transaction, seq: number, note: Note): void => {
  const content = contentOf(note.content);
  const { of, hash } = keepContent(tx, note.sessionId, content);
  tx.queueWrite`
    insert into note_version (session_id, note_id, version, seq, title, content_of, content_hash, bytes, editor,
      created_at)
    values (${note.sessionId}, ${note.id}, ${note.version}, ${seq}, ${note.title}, ${of}, ${hash},
      ${content.bytes}, ${JSON.stringify(note.lastEditor)}, ${tx.now})
  `;
};
