import { command } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { contentOf, emptyOption } from '../work/content-of.ts';
import { openSeat } from '../work/open-seat.ts';

export const noteNew = command({
  summary: 'make a note',
  words: '<title> [text or -]',
  wordCount: [1, 2],
  options: { file: { value: 'path', help: 'the text of a file of this machine', short: 'f' }, ...emptyOption },
  examples: ['pairspace note new Plan "1. read  2. write"', 'pairspace note new Plan --file plan.md'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const [title, word] = words;
    const isEmpty = word === undefined && given.file === undefined;
    const content = isEmpty
      ? ''
      : await contentOf({ word, file: given.file, what: 'the text', empty: given.empty }, run);
    const { client, sessionId } = await openSeat(run, 'agent');
    const note = await client.createNote({ sessionId, title, content }, { signal });
    terminal.print(given.json ? jsonLine(note) : line`Made ${note.id}, version 1.`);
  },
});
