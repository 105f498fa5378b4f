import { type Note, utf8Bytes } from '@pairspace/protocol';
import { refuse, refuseCount } from './refuse.ts';
import type { RowBuffer } from './row-buffer.ts';

/** Checks that the versions of notes follow each other. The rows of notes are their events and states. */
export class NoteRows {
  readonly #buffer: RowBuffer;
  /** The notes that are there at this point of the log, with the bytes of their versions. */
  readonly #live = new Map<string, { version: number; bytes: number }>();
  readonly #deleted = new Set<string>();

  constructor(buffer: RowBuffer) {
    this.#buffer = buffer;
  }

  /** Returns the bytes that the event adds to those of the session. */
  changed({ id, version, content }: Note, seq: number): number {
    const before = this.#live.get(id) ?? { version: 0, bytes: 0 };
    if (version !== before.version + 1 || this.#deleted.has(id)) {
      const told = `version ${String(version)} of a note that has ${String(before.version)} before it`;
      refuse(`Event ${String(seq)} has ${told}.`, seq);
    }
    const bytes = utf8Bytes(content);
    this.#live.set(id, { version, bytes: before.bytes + bytes });
    const { notesPerSession } = this.#buffer.limits;
    if (this.#live.size > notesPerSession) refuseCount('notes', notesPerSession);
    return bytes;
  }

  /** Returns the bytes that the event adds to those of the session. */
  deleted({ id }: Note, seq: number): number {
    const live = this.#live.get(id);
    if (!live) return refuse(`Event ${String(seq)} deletes a note that is not there.`, seq);
    this.#live.delete(id);
    this.#deleted.add(id);
    return -live.bytes;
  }
}
