import { command } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line, peerText } from '../terminal/peer-text.ts';
import { findNote } from '../work/find-note.ts';
import { sitDownOrWatch } from '../work/sit-down.ts';

export const noteShow = command({
  summary: 'print a note; its version goes to standard error',
  words: '<note>',
  wordCount: [1, 1],
  about: ['<note> is its id or its title.'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const { client, sessionId } = await sitDownOrWatch(run);
    const note = await findNote({ client, sessionId, signal }, words[0] ?? '');
    if (given.json) terminal.print(jsonLine(note));
    else {
      terminal.note(line`${note.id} version ${note.version}`);
      // A pipe gets the very text, a terminal nothing that it would obey.
      terminal.print((terminal.outputIsTerminal ? peerText(note.content) : note.content).replace(/\n$/, ''));
    }
  },
});
