import { command } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { openSeat } from '../work/open-seat.ts';

export const jobCancel = command({
  summary: 'cancel a job that has not ended',
  words: '<job>',
  wordCount: [1, 1],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const { client, sessionId } = await openSeat(run, 'agent');
    const job = await client.cancelJob({ sessionId, jobId: words[0] ?? '' }, { signal });
    terminal.print(given.json ? jsonLine(job) : line`Job ${job.id} is ${job.status}.`);
  },
});
