import type { JobSummary } from '@pairspace/protocol';
import { command } from '../command.ts';
import { oneOf } from '../parse-command-line.ts';
import { inColumns } from '../terminal/columns.ts';
import { tellJson } from '../terminal/json-line.ts';
import { openSeatOrWatch } from '../work/open-seat.ts';
import { jobRow } from '../work/tell-job.ts';

export const jobList = command({
  summary: 'list the jobs of the session, the newest first',
  options: { status: { value: 'status', help: 'pending, running, completed, failed or cancelled ones alone' } },
  async run(run) {
    const { given, terminal, signal } = run;
    const statuses = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
    const status = oneOf('--status', given.status, statuses);
    const { client, sessionId } = await openSeatOrWatch(run);
    const jobs: JobSummary[] = [];
    for await (const job of client.pages('listJobs', { sessionId, status }, { signal })) jobs.push(job);
    if (given.json) return tellJson(terminal, jobs);
    if (jobs.length === 0) terminal.note('There are none. Run a program: pairspace run <program>');
    for (const row of inColumns(jobs.map(jobRow))) terminal.print(row);
  },
});
