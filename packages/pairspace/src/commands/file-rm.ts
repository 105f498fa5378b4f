import { command } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { openSeat } from '../work/open-seat.ts';

export const fileRm = command({
  summary: 'delete a file of the session',
  words: '<path>',
  wordCount: [1, 1],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const path = words[0] ?? '';
    const { client, sessionId } = await openSeat(run, 'agent');
    const deleted = await client.deleteFile({ sessionId, path }, { signal });
    terminal.print(given.json ? jsonLine(deleted) : `Deleted ${path}.`);
  },
});
