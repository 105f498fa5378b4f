import { inQuotes, type Note, someone } from '@pairspace/protocol';
import { command } from '../command.ts';
import { inColumns } from '../terminal/columns.ts';
import { tellJson } from '../terminal/json-line.ts';
import { openSeatOrWatch } from '../work/open-seat.ts';

export const noteList = command({
  summary: 'list the notes',
  async run(run) {
    const { given, terminal, signal } = run;
    const { client, sessionId } = await openSeatOrWatch(run);
    const notes: Omit<Note, 'content'>[] = [];
    for await (const note of client.pages('listNotes', { sessionId, limit: 200 }, { signal })) {
      notes.push(withoutContent(note));
    }
    if (given.json) return tellJson(terminal, notes);
    if (notes.length === 0) terminal.note('There are none. Make one: pairspace note new <title>');
    const rows = notes.map((note) => [
      note.id,
      `v${String(note.version)}`,
      `${note.updatedAt.slice(0, 16)}Z`,
      someone(note.lastEditor.id, note.lastEditor.name),
      inQuotes(note.title, 200),
    ]);
    for (const line of inColumns(rows)) terminal.print(line);
  },
});

const withoutContent = (note: Note): Omit<Note, 'content'> => {
  const listed: Partial<Note> = { ...note };
  delete listed.content;
  return listed as Omit<Note, 'content'>;
};
