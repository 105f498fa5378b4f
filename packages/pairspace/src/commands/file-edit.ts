import { inQuotes } from '@pairspace/protocol';
import { command } from '../command.ts';
import { wholeNumberIn } from '../parse-command-line.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { UsageError } from '../usage-error.ts';
import { editedLine, editOptions, editsGiven } from '../work/edits-given.ts';
import { openSeat } from '../work/open-seat.ts';

export const fileEdit = command({
  summary: 'change parts of a shared file',
  words: '<path>',
  wordCount: [1, 1],
  options: {
    ...editOptions,
    expect: { value: 'version', help: 'the version that you have read; edits that came since are merged' },
  },
  about: ['When somebody has changed the same lines, nothing is written, and the exit code is 5.'],
  examples: [
    'pairspace file edit src/a.ts --replace "draft" --with "final"',
    'git log -1 | pairspace file edit log.txt --append -',
  ],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const expectedVersion = wholeNumberIn('expect', given.expect, [1, Number.MAX_SAFE_INTEGER]);
    const edits = await editsGiven(given, run);
    if (edits.length === 0) throw new UsageError('Say what to change: --append, --prepend, --replace or --section.');
    const { client, sessionId } = await openSeat(run, 'agent');
    const path = (words[0] ?? '').replace(/^\.\//, '');
    const edited = await client.editFile({ sessionId, path, edits, expectedVersion }, { signal });
    terminal.print(given.json ? jsonLine(edited) : editedLine(inQuotes(edited.path), edited));
  },
});
