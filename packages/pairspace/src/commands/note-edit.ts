import { command } from '../command.ts';
import { wholeNumberIn } from '../parse-command-line.ts';
import { contentOf } from '../work/content-of.ts';
import { findNote } from '../work/find-note.ts';
import { sitDown } from '../work/sit-down.ts';

export const noteEdit = command({
  summary: 'write the next version of a note',
  words: '<note> [text or -]',
  wordCount: [1, 2],
  options: {
    file: { value: 'path', help: 'the text of a file of this machine', short: 'f' },
    title: { value: 'title', help: 'a new title' },
    expect: { value: 'version', help: 'the version that you have read; another one is refused' },
  },
  about: ['The text replaces that of the note. When somebody was faster, nothing is written, and the exit code is 5.'],
  examples: ['pairspace note edit Plan --file plan.md --expect 3'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const [name = '', word] = words;
    const expected = wholeNumberIn('expect', given.expect, [1, Number.MAX_SAFE_INTEGER]);
    const keepsText = word === undefined && given.file === undefined && given.title !== undefined;
    const content = keepsText ? undefined : await contentOf({ word, file: given.file, what: 'the text' }, run);
    const { client, sessionId } = await sitDown(run);
    const note = await findNote({ client, sessionId, signal }, name);
    const written = await client.updateNote(
      { sessionId, noteId: note.id, expectedVersion: expected ?? note.version, title: given.title, content },
      { signal },
    );
    terminal.print(given.json ? JSON.stringify(written) : `Wrote version ${String(written.version)} of ${written.id}.`);
  },
});
