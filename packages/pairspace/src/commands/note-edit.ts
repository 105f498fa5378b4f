import { command } from '../command.ts';
import { wholeNumberIn } from '../parse-command-line.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { contentOf, emptyOption } from '../work/content-of.ts';
import { editedLine, editOptions, editsGiven } from '../work/edits-given.ts';
import { findNote } from '../work/find-note.ts';
import { openSeat } from '../work/open-seat.ts';
import { UsageError } from '../usage-error.ts';

export const noteEdit = command({
  summary: 'write the next version of a note, or change parts of it',
  words: '<note> [text or -]',
  wordCount: [1, 2],
  options: {
    file: { value: 'path', help: 'the text of a file of this machine', short: 'f' },
    title: { value: 'title', help: 'a new title' },
    ...editOptions,
    ...emptyOption,
    expect: { value: 'version', help: 'the version that you have read; another one is refused' },
  },
  about: [
    'A text replaces that of the note. When somebody was faster, nothing is written, and the exit code is 5. Earlier versions stay: pairspace note history, pairspace note restore.',
    'With --append, --prepend, --replace or --section parts are changed and merged with what came since.',
  ],
  examples: [
    'pairspace note edit Plan --file plan.md --expect 3',
    'pairspace note edit Plan --section "## Open questions" --with "None."',
  ],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const [name = '', word] = words;
    const expected = wholeNumberIn('expect', given.expect, [1, Number.MAX_SAFE_INTEGER]);
    const edits = await editsGiven(given, run);
    if (edits.length > 0 && (word !== undefined || given.file !== undefined)) {
      throw new UsageError('Give a whole text or say what to change, not both.');
    }
    if (edits.length > 0) {
      const { client, sessionId } = await openSeat(run);
      const { id: noteId } = await findNote({ client, sessionId, signal }, name);
      const change = { sessionId, noteId, edits, title: given.title, expectedVersion: expected };
      const edited = await client.editNote(change, { signal });
      terminal.print(given.json ? jsonLine(edited) : editedLine(edited.id, edited));
      return;
    }
    const keepsText = word === undefined && given.file === undefined && given.title !== undefined;
    const text = { word, file: given.file, what: 'the text', empty: given.empty };
    const content = keepsText ? undefined : await contentOf(text, run);
    const { client, sessionId } = await openSeat(run);
    const note = await findNote({ client, sessionId, signal }, name);
    const written = await client.updateNote(
      { sessionId, noteId: note.id, expectedVersion: expected ?? note.version, title: given.title, content },
      { signal },
    );
    terminal.print(given.json ? jsonLine(written) : line`Wrote version ${written.version} of ${written.id}.`);
  },
});
