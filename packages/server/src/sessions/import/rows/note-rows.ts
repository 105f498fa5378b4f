import type { Note } from '@pairspace/protocol';
import { contentOf } from '../../../contents/keep-content.ts';
import type { Row } from '../staged-rows.ts';
import { refuse, refuseCount } from './refuse.ts';
import { ids, type RowBuffer } from './row-buffer.ts';

export class NoteRows {
  readonly #buffer: RowBuffer;
  /** The notes that are there at this point of the log, as their rows. */
  readonly #live = new Map<string, Row & { version: number }>();
  readonly #deleted = new Set<string>();

  constructor(buffer: RowBuffer) {
    this.#buffer = buffer;
  }

  changed(note: Note, seq: number): void {
    const { id, version } = note;
    if (!ids.note.test(id)) refuse(`Event ${String(seq)} has a note with an id that no service gives.`, seq);
    const before = this.#live.get(id)?.version ?? 0;
    if (version !== before + 1 || this.#deleted.has(id)) {
      const told = `version ${String(version)} of a note that has ${String(before)} before it`;
      refuse(`Event ${String(seq)} has ${told}.`, seq);
    }
    this.#live.set(id, { ...ownColumns(note), version });
    const { notesPerSession } = this.#buffer.limits;
    if (this.#live.size > notesPerSession) refuseCount('notes', notesPerSession);
    const content = contentOf(note.content);
    this.#buffer.keep(content, 'note_version', {
      note_id: id,
      version,
      seq,
      title: note.title,
      content_of: this.#buffer.sessionId,
      content_hash: content.hash,
      bytes: content.bytes,
      editor: JSON.stringify(note.lastEditor),
      created_at: Date.parse(note.updatedAt),
    });
  }

  deleted(note: Note, seq: number): void {
    if (!this.#live.delete(note.id)) refuse(`Event ${String(seq)} deletes a note that is not there.`, seq);
    this.#deleted.add(note.id);
    this.#buffer.put('former_note', { ...ownColumns(note), deleted_seq: seq });
  }

  last(): void {
    for (const row of this.#live.values()) this.#buffer.put('note', row);
  }
}

const ownColumns = ({ id, createdBy, copiedFrom, createdAt }: Note): Row => ({
  id,
  created_by: JSON.stringify(createdBy),
  copied_from: copiedFrom === null ? null : JSON.stringify(copiedFrom),
  created_at: Date.parse(createdAt),
});
