import { command } from '../command.ts';
import { wholeNumberIn } from '../parse-command-line.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line, peerText } from '../terminal/peer-text.ts';
import { findNote } from '../work/find-note.ts';
import { openSeatOrWatch } from '../work/open-seat.ts';

export const noteShow = command({
  summary: 'print a note; its version goes to standard error',
  words: '<note>',
  wordCount: [1, 1],
  options: { at: { value: 'version', help: 'an earlier version' } },
  about: ['<note> is its id or its title.'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const { client, sessionId } = await openSeatOrWatch(run);
    const version = wholeNumberIn('at', given.at, [1, Number.MAX_SAFE_INTEGER]);
    const newest = await findNote({ client, sessionId, signal }, words[0] ?? '');
    const note =
      version === undefined
        ? newest
        : await client.getNoteVersion({ sessionId, noteId: newest.id, version: String(version) }, { signal });
    if (given.json) terminal.print(jsonLine(note));
    else {
      terminal.note(line`${note.id} version ${note.version}`);
      // A pipe gets the exact text; a terminal gets it without control characters.
      terminal.print((terminal.outputIsTerminal ? peerText(note.content) : note.content).replace(/\n$/, ''));
    }
  },
});
