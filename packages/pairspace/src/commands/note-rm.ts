import { command } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { findNote } from '../work/find-note.ts';
import { openSeat } from '../work/open-seat.ts';

export const noteRm = command({
  summary: 'delete a note with all of its versions',
  words: '<note>',
  wordCount: [1, 1],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const { client, sessionId } = await openSeat(run, 'agent');
    const { id: noteId } = await findNote({ client, sessionId, signal }, words[0] ?? '');
    const deleted = await client.deleteNote({ sessionId, noteId }, { signal });
    terminal.print(given.json ? jsonLine(deleted) : line`Deleted ${noteId}.`);
  },
});
