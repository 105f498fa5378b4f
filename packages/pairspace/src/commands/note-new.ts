import { command } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { contentOf } from '../work/content-of.ts';
import { sitDown } from '../work/sit-down.ts';

export const noteNew = command({
  summary: 'make a note',
  words: '<title> [text or -]',
  wordCount: [1, 2],
  options: { file: { value: 'path', help: 'the text of a file of this machine', short: 'f' } },
  examples: ['pairspace note new Plan "1. read  2. write"', 'pairspace note new Plan --file plan.md'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const [title, word] = words;
    const isEmpty = word === undefined && given.file === undefined;
    const content = isEmpty ? '' : await contentOf({ word, file: given.file, what: 'the text' }, run);
    const { client, sessionId } = await sitDown(run, 'agent');
    const note = await client.createNote({ sessionId, title, content }, { signal });
    terminal.print(given.json ? jsonLine(note) : line`Made ${note.id}, version 1.`);
  },
});
