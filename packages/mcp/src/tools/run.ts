import { type Job, type JobOutput, maxWaitSeconds, nameCharacters, oneLine, word } from '@pairspace/protocol';
import type { Calls } from '@pairspace/client';
import { z } from 'zod';
import { seat } from '../arguments.ts';
import { Envelope } from '../envelope.ts';
import { tellWarnings } from '../tell-warnings.ts';
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
    credits: z.number().positive().optional().describe('At most for this program; 1 is 1 s of CPU, default 10'),
    budget: z
      .number()
      .positive()
      .optional()
      .describe('Raise the credits of the session to this sum, if they are fewer'),
    job: z.string().optional().describe('Id of a job to look at'),
  }),
  async run(given, { seating, signal }) {
    const { client, sessionId } = await seating.find(given.seat);
    let jobId = given.job;
    if (jobId === undefined) {
      const { type, code, files, outputs, credits } = given;
      if (type === undefined || code === undefined) throw new Error('Give type and code, or job.');
      await provide(client, sessionId, given.budget, signal);
      const program = { type, input: { code, files, outputs }, cost: credits };
      jobId = (await client.submitJob({ sessionId, ...program }, { signal })).id;
    }
    const job = await client.getJob({ sessionId, jobId, wait: maxWaitSeconds - 5 }, { signal });
    return tellWarnings(tell(job), job.warnings);
  },
});

/** Creates the pool of a session, or enlarges it to the requested size; it never shrinks. */
const provide = async (
  client: Calls,
  sessionId: string,
  budget: number | undefined,
  signal: AbortSignal,
): Promise<void> => {
  const { pool } = await client.getCompute({ sessionId }, { signal });
  if (pool && (budget === undefined || budget <= pool.totalCredits)) return;
  await client.configurePool({ sessionId, totalCredits: budget }, { signal });
};

const tell = (job: Job): string => {
  if (job.status === 'pending' || job.status === 'running')
    return `${word(job.id)} is ${word(job.status)}; pairspace_run with job`;
  const envelope = new Envelope();
  const part = (name: string, text: string) =>
    text === '' ? [] : [envelope.enclose(`${name} of a program`, text.slice(-mostOutput))];
  const why = job.error === null ? '' : `: ${word(job.error.reason)}`;
  return [
    `${word(job.id)} ${word(job.status)}${why}`,
    ...part('stdout', job.stdout),
    ...part('stderr', job.stderr),
    ...(job.outputs.length === 0 ? [] : [envelope.enclose('files of a program', pathsOf(job.outputs).join('\n'))]),
  ].join('\n');
};

/** The paths come from the request of the agent, so they are not words of the service. */
const pathsOf = (outputs: readonly JobOutput[]): string[] => {
  const lines = outputs
    .slice(0, mostPaths)
    .map(({ path, written }) => `${written ? 'kept' : 'not kept'}: ${oneLine(path, nameCharacters)}`);
  return outputs.length > mostPaths ? [...lines, `… and ${String(outputs.length - mostPaths)} more`] : lines;
};
