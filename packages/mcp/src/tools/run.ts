import { type Job, type JobOutput, maxWaitSeconds, nameCharacters, oneLine, word } from '@pairspace/protocol';
import type { Calls } from '@pairspace/client';
import { z } from 'zod';
import type { Answer } from '../answer.ts';
import { offset as offsetArgument, seat } from '../arguments.ts';
import { warningPieces } from '../tell-warnings.ts';
import { tool } from '../tool.ts';

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
    offset: offsetArgument,
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
    return tell(job, given.offset);
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

const tell = (job: Job, offset: string | undefined): Answer => {
  const call = `pairspace_run job ${word(job.id)}`;
  if (job.status === 'pending' || job.status === 'running')
    return { pieces: [`${word(job.id)} is ${word(job.status)}; ${call}`, ...warningPieces(job.warnings)], call };
  const part = (name: string, text: string) => (text === '' ? [] : [{ by: `${name} of a program`, text }]);
  const why = job.error === null ? '' : `: ${word(job.error.reason)}`;
  return {
    pieces: [
      `${word(job.id)} ${word(job.status)}${why}`,
      ...part('stderr', job.stderr),
      ...part('stdout', job.stdout),
      ...part('files', pathsOf(job.outputs).join('\n')),
      ...warningPieces(job.warnings),
    ],
    call,
    offset,
  };
};

/** The paths come from the request of the agent, so they are not words of the service. */
const pathsOf = (outputs: readonly JobOutput[]): string[] =>
  outputs.map(({ path, written }) => `${written ? 'kept' : 'not kept'}: ${oneLine(path, nameCharacters)}`);
