import { Note, NoteVersion } from '@pairspace/protocol';
import { contentOf } from '../../../contents/keep-content.ts';
import { refuse, refuseCount } from './refuse.ts';
import { ids, parseWith, type RowBuffer } from './row-buffer.ts';

export class NoteRows {
  readonly #buffer: RowBuffer;
  /** The ids of the notes of the export. */
  readonly #notes = new Set<string>();
  /** The versions in the histories of these notes, each as the id of the note and its number. */
  readonly #histories = new Set<string>();
  /** The newest version of each note in the log so far. */
  readonly #versions = new Map<string, number>();
  readonly #deleted = new Set<string>();

  constructor(buffer: RowBuffer) {
    this.#buffer = buffer;
  }

  version(given: unknown): void {
    const version = parseWith(NoteVersion, given, 'A version of a note');
    this.#buffer.assertOurs(version, 'note');
    this.#buffer.written.check('note', version);
    const key = `${version.id} ${String(version.version)}`;
    if (this.#histories.has(key)) refuse(`Version ${String(version.version)} of a note stands twice.`);
    this.#histories.add(key);
    const content = contentOf(version.content);
    this.#buffer.keep(content, 'note_version', {
      note_id: version.id,
      version: version.version,
      seq: version.seq,
      title: version.title,
      content_of: this.#buffer.sessionId,
      content_hash: content.hash,
      bytes: content.bytes,
      editor: JSON.stringify(version.editor),
      created_at: Date.parse(version.createdAt),
    });
  }

  note(given: unknown): void {
    const note = parseWith(Note, given, 'A note');
    const { notesPerSession } = this.#buffer.limits;
    this.#buffer.assertOurs(note, 'note');
    this.#buffer.written.check('note', note);
    this.#notes.add(note.id);
    if (this.#notes.size > notesPerSession) refuseCount('notes', notesPerSession);
    this.#buffer.put('note', {
      id: note.id,
      version: note.version,
      created_by: JSON.stringify(note.createdBy),
      copied_from: note.copiedFrom === null ? null : JSON.stringify(note.copiedFrom),
      created_at: Date.parse(note.createdAt),
    });
  }

  /**
   * The export carries the versions of an existing note in its history. The texts of a deleted note are only in the
   * log.
   */
  changed(note: Note, seq: number): void {
    const { id, version } = note;
    if (!ids.note.test(id)) refuse(`Event ${String(seq)} has a note with an id that no service gives.`, seq);
    const before = this.#versions.get(id) ?? 0;
    if (version !== before + 1 || this.#deleted.has(id)) {
      refuse(
        `Event ${String(seq)} has version ${String(version)} of a note that has ${String(before)} before it.`,
        seq,
      );
    }
    this.#versions.set(id, version);
    if (this.#notes.has(id)) return;
    const { hash, bytes } = contentOf(note.content);
    this.#buffer.put('note_version', {
      note_id: id,
      version,
      seq,
      title: note.title,
      content_of: null,
      content_hash: hash,
      bytes,
      editor: JSON.stringify(note.lastEditor),
      created_at: Date.parse(note.updatedAt),
    });
  }

  deleted(note: Note, seq: number): void {
    if (!this.#versions.has(note.id) || this.#deleted.has(note.id))
      refuse(`Event ${String(seq)} deletes a note that is not there.`, seq);
    this.#deleted.add(note.id);
    this.#buffer.put('former_note', {
      id: note.id,
      created_by: JSON.stringify(note.createdBy),
      copied_from: note.copiedFrom === null ? null : JSON.stringify(note.copiedFrom),
      created_at: Date.parse(note.createdAt),
      deleted_seq: seq,
    });
  }
}
