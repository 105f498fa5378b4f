import { command } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { UsageError } from '../usage-error.ts';
import { findNote } from '../work/find-note.ts';
import { openSeat } from '../work/open-seat.ts';

export const noteRestore = command({
  summary: 'write an earlier version of a note again, as its next one',
  words: '<note> <version>',
  wordCount: [2, 2],
  about: ['Nothing is lost: the versions in between stay. pairspace note history lists them.'],
  examples: ['pairspace note restore Plan 3'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const [name = '', version = ''] = words;
    if (!/^[1-9]\d{0,14}$/.test(version)) throw new UsageError('The version must be a whole number from 1.');
    const { client, sessionId } = await openSeat(run);
    const { id: noteId, version: expectedVersion } = await findNote({ client, sessionId, signal }, name);
    const { title, content } = await client.getNoteVersion({ sessionId, noteId, version }, { signal });
    const written = await client.updateNote({ sessionId, noteId, expectedVersion, title, content }, { signal });
    terminal.print(
      given.json
        ? jsonLine(written)
        : line`Wrote version ${written.version} of ${written.id}, as version ${version} was.`,
    );
  },
});
