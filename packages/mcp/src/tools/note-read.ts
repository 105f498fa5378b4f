import { inQuotes, word } from '@pairspace/protocol';
import { z } from 'zod';
import { offset, seat } from '../arguments.ts';
import { tool } from '../tool.ts';

/** The number of lines that always fit into an answer. */
const mostListed = 100;

export const noteRead = tool({
  name: 'pairspace_note_read',
  title: 'Read notes',
  description: 'List the shared notes, or read one with its version.',
  input: z.object({
    seat,
    note: z.string().optional().describe('Its id; omit to list'),
    offset,
  }),
  readOnly: true,
  async run({ seat: handle, note: noteId, offset: from }, { seating, signal }) {
    const { client, sessionId } = await seating.find(handle);
    if (noteId !== undefined) {
      const note = await client.getNote({ sessionId, noteId }, { signal });
      return {
        pieces: [
          `${word(note.id)}, version ${word(note.version)}`,
          { by: `last edit by ${word(note.lastEditor.id)}`, text: note.content },
          { by: 'title', text: note.title },
        ],
        call: `pairspace_note_read note ${word(note.id)}`,
        offset: from,
      };
    }
    const { items, nextCursor } = await client.listNotes({ sessionId, limit: mostListed, cursor: from }, { signal });
    if (items.length === 0) return 'no notes; make one with pairspace_note_write';
    const lines = items.map(({ id, title, version }) => `${word(id)} ${inQuotes(title)} v${word(version)}`);
    return {
      pieces: [{ by: 'titles of notes', text: lines.join('\n') }],
      call: 'pairspace_note_read',
      next: nextCursor === null ? undefined : `There are more: pairspace_note_read offset ${word(nextCursor)}`,
    };
  },
});
