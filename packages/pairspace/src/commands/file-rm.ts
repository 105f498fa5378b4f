import { command } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { sitDown } from '../work/sit-down.ts';

export const fileRm = command({
  summary: 'delete a file of the session',
  words: '<path>',
  wordCount: [1, 1],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const path = words[0] ?? '';
    const { client, sessionId } = await sitDown(run, 'agent');
    const deleted = await client.deleteFile({ sessionId, path }, { signal });
    terminal.print(given.json ? jsonLine(deleted) : `Deleted ${path}.`);
  },
});
