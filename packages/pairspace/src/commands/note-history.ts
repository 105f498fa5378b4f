import { inQuotes, type NoteVersion, someone } from '@pairspace/protocol';
import { command } from '../command.ts';
import { inColumns, sizeText } from '../terminal/columns.ts';
import { tellJson } from '../terminal/json-line.ts';
import { findNote } from '../work/find-note.ts';
import { openSeatOrWatch } from '../work/open-seat.ts';

export const noteHistory = command({
  summary: 'list the versions of a note, the newest first',
  words: '<note>',
  wordCount: [1, 1],
  about: ['pairspace note show <note> --at <version> prints one of them.'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const { client, sessionId } = await openSeatOrWatch(run);
    const { id: noteId } = await findNote({ client, sessionId, signal }, words[0] ?? '');
    const versions: NoteVersion[] = [];
    for await (const one of client.pages('listNoteVersions', { sessionId, noteId }, { signal })) versions.push(one);
    if (given.json) return tellJson(terminal, versions);
    const rows = versions.map(({ version, createdAt, editor, title, content }) => [
      `v${String(version)}`,
      createdAt,
      sizeText(Buffer.byteLength(content)),
      someone(editor.id, editor.name),
      inQuotes(title, 200),
    ]);
    for (const row of inColumns(rows)) terminal.print(row);
  },
});
