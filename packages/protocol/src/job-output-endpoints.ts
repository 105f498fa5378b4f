import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { JobId, LeaseId } from './ids.ts';
import { outputPlace, OutputStream, ReadOutput } from './job-output.ts';
import { textUpTo, wholeNumber } from './text.ts';
import { waitQuery } from './wait-query.ts';

const path = '/api/sessions/:sessionId/compute/jobs/:jobId/output';
const leaseId = LeaseId.meta({ description: 'Shows that the job is yours' });

export const jobOutputEndpoints = {
  readJobOutput: endpoint({
    method: 'GET',
    path: path,
    access: 'reader',
    summary: 'Read what a job writes',
    description:
      'Returns what a job wrote, while it runs and after. With `wait` the service holds the request for more.',
    query: z.object({
      stream: OutputStream.default('stdout'),
      since: wholeNumber(0, Number.MAX_SAFE_INTEGER)
        .meta({
          description: 'Characters of the stream that you have; the `next` of the answer before',
          examples: [0],
        })
        .optional(),
      ...waitQuery,
    }),
    result: ReadOutput,
    status: [200],
    example: { query: { stream: 'stdout', since: '0', wait: '30' } },
  }),
  sendJobOutput: endpoint({
    method: 'POST',
    path: path,
    access: 'worker',
    summary: 'Send what a job writes',
    description: 'Adds to the output of a claimed job while it runs. Its record, at the end, has all of it once more.',
    body: z.object({
      leaseId,
      ...outputPlace,
      text: textUpTo(65_536).meta({ description: 'A part of the output', examples: ['step 1 of 3\n'] }),
    }),
    result: z.object({
      jobId: JobId,
      stream: OutputStream,
      next: outputPlace.since.meta({ description: 'The position of the next part, as `since`', examples: [12] }),
      full: z.boolean().meta({ description: 'Whether no more is kept until the job ends', examples: [false] }),
    }),
    status: [200],
    errors: ['CONFLICT', 'RATE_LIMITED'],
    conflicts: ['lease_lost', 'output_offset'],
    example: {
      body: { leaseId: 'lease_1kqz5va8000b4h9n2p6t8w1z3rdf', stream: 'stdout', since: 0, text: 'step 1 of 3\n' },
    },
    countedAs: 'liveOutput',
  }),
};
