import { z } from 'zod';
import { seat } from '../arguments.ts';
import { label, word } from '../envelope.ts';
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
      const head = `${word(note.id)} "${label(note.title)}", version ${word(note.version)}`;
      return `${head}\n${showPage(`last edit by ${label(note.lastEditor.name)}`, note.content, offset)}`;
    }
    const { items, nextCursor } = await client.listNotes({ sessionId, limit: 100 }, { signal });
    const lines = items.map(({ id, title, version }) => `${word(id)} "${label(title)}" v${word(version)}`);
    if (nextCursor !== null) lines.push('there are more');
    return lines.length === 0 ? 'no notes; make one with pairspace_note_write' : lines.join('\n');
  },
});
