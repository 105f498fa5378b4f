import { inQuotes, someone, word } from '@pairspace/protocol';
import { z } from 'zod';
import { seat } from '../arguments.ts';
import { Envelope } from '../envelope.ts';
import { showPage } from '../show-page.ts';
import { tool } from '../tool.ts';

export const noteRead = tool({
  name: 'pairspace_note_read',
  title: 'Read notes',
  description: 'List the shared notes, or read one with its version, 16,000 characters at a time.',
  input: z.object({
    seat,
    note: z.string().optional().describe('Its id; omit to list'),
    offset: z.int().min(0).optional(),
  }),
  readOnly: true,
  async run({ seat: handle, note: noteId, offset = 0 }, { seating, signal }) {
    const { client, sessionId } = await seating.find(handle);
    if (noteId !== undefined) {
      const note = await client.getNote({ sessionId, noteId }, { signal });
      const head = `${word(note.id)} ${inQuotes(note.title)}, version ${word(note.version)}`;
      return `${head}\n${showPage(`last edit by ${someone(note.lastEditor.id, note.lastEditor.name)}`, note.content, offset)}`;
    }
    const { items, nextCursor } = await client.listNotes({ sessionId, limit: 100 }, { signal });
    if (items.length === 0) return 'no notes; make one with pairspace_note_write';
    const lines = items.map(({ id, title, version }) => `${word(id)} ${inQuotes(title)} v${word(version)}`);
    const more = nextCursor === null ? '' : '\nthere are more';
    return `${new Envelope().enclose('titles of notes', lines.join('\n'))}${more}`;
  },
});
