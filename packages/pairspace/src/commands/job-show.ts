import { command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { wholeNumberIn } from '../parse-command-line.ts';
import { inColumns } from '../terminal/columns.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { openSeatOrWatch } from '../work/open-seat.ts';
import { jobRow, tellEnd, tellOutput } from '../work/tell-job.ts';

export const jobShow = command({
  summary: 'print what a job has printed; how it stands goes to standard error',
  words: '<job>',
  wordCount: [1, 1],
  options: { wait: { value: 'n', help: 'wait up to n seconds for its end, 0 to 50' } },
  about: ['The exit code is 9 when the job has ended and not completed, and 8 when it has not ended.'],
  examples: ['pairspace job show job_1kqz5vb8000r1s4v7y0c3e6g9jwt --wait 50'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const wait = wholeNumberIn('wait', given.wait, [0, 50]);
    const { client, sessionId } = await openSeatOrWatch(run);
    const job = await client.getJob({ sessionId, jobId: words[0] ?? '', wait }, { signal });
    if (given.json) terminal.print(jsonLine(job));
    else {
      for (const row of inColumns([jobRow(job)])) terminal.note(row);
      for (const stream of ['stdout', 'stderr'] as const) {
        if (job[stream] !== '') tellOutput({ stream, text: job[stream] }, terminal);
      }
      tellEnd(job, terminal);
    }
    if (job.status === 'pending' || job.status === 'running') return exitCodes.nothing;
    return job.status === 'completed' ? exitCodes.done : exitCodes.jobFailed;
  },
});
