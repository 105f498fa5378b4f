import { command } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { openSeat } from '../work/open-seat.ts';

export const webhooksRm = command({
  summary: 'delete a webhook of the session',
  words: '<webhook>',
  wordCount: [1, 1],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const webhookId = words[0] ?? '';
    const { client } = await openSeat(run);
    const deleted = await client.deleteWebhook({ webhookId }, { signal });
    terminal.print(given.json ? jsonLine(deleted) : `Deleted ${webhookId}.`);
  },
});
