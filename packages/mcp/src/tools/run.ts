import { type Job, type JobOutput, maxWaitSeconds } from '@pairspace/protocol';
import { z } from 'zod';
import { seat } from '../arguments.ts';
import { Envelope, label, word } from '../envelope.ts';
import { tool } from '../tool.ts';

const mostOutput = 4000;
const mostPaths = 20;

export const run = tool({
  name: 'pairspace_run',
  title: 'Run a program',
  description: 'Run a program in the sandbox of the service (no network), or look at a job again.',
  input: z.object({
    seat,
    type: z.enum(['javascript', 'python']).optional(),
    code: z.string().optional(),
    files: z.array(z.string()).max(100).optional().describe('Shared files it may read, as patterns'),
    outputs: z.array(z.string()).max(100).optional().describe('Files it writes that are kept'),
    credits: z.number().positive().optional().describe('Give the session this budget first; 1 is 1 s of CPU'),
    job: z.string().optional().describe('Id of a job to look at'),
  }),
  async run(given, { seating, signal }) {
    const { client, sessionId } = await seating.find(given.seat);
    if (given.credits !== undefined) {
      await client.configurePool({ sessionId, totalCredits: given.credits }, { signal });
    }
    let jobId = given.job;
    if (jobId === undefined) {
      const { type, code, files, outputs } = given;
      if (type === undefined || code === undefined) throw new Error('Give type and code, or job.');
      jobId = (await client.submitJob({ sessionId, type, input: { code, files, outputs } }, { signal })).id;
    }
    return tell(await client.getJob({ sessionId, jobId, wait: maxWaitSeconds - 5 }, { signal }));
  },
});

const tell = (job: Job): string => {
  if (job.status === 'pending' || job.status === 'running')
    return `${word(job.id)} is ${job.status}; pairspace_run with job`;
  const envelope = new Envelope();
  const part = (name: string, text: string) =>
    text === '' ? [] : [envelope.enclose(`${name} of a program`, text.slice(-mostOutput))];
  const why = job.error === null ? '' : `: ${word(job.error.reason)}`;
  return [
    `${word(job.id)} ${word(job.status)}${why}`,
    ...part('stdout', job.stdout),
    ...part('stderr', job.stderr),
    ...pathsOf(job.outputs),
  ].join('\n');
};

/** The program has named its files, so nothing in a path is the word of the service. */
const pathsOf = (outputs: readonly JobOutput[]): string[] => {
  const lines = outputs
    .slice(0, mostPaths)
    .map(({ path, written }) => `${written ? 'kept' : 'not kept'}: ${label(path)}`);
  return outputs.length > mostPaths ? [...lines, `… and ${String(outputs.length - mostPaths)} more`] : lines;
};
