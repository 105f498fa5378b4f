import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { checkFileContent, fileContent, filePath } from './files.ts';
import { JobId, LeaseId } from './ids.ts';
import { JobOutput } from './jobs.ts';
import type { Limits } from './limits.ts';
import { textUpTo } from './text.ts';

const body = (limits: Limits) => {
  const { content, encoding } = fileContent(limits.fileBytes);
  const check = checkFileContent(limits.fileBytes);
  return z
    .object({
      leaseId: LeaseId.meta({ description: 'Shows that the job is yours' }),
      content: content.optional(),
      encoding,
      error: textUpTo(1000)
        .min(1)
        .meta({
          description: 'Why the file that the job made cannot be brought back; `content` is not kept then',
          examples: ['It is larger than a file of a session may be.'],
        })
        .optional(),
      bytes: z
        .int()
        .nonnegative()
        .meta({ description: 'With `error`: the size of the file', examples: [2_000_000] })
        .optional(),
    })
    .refine(({ content: given, error }) => given !== undefined || error !== undefined, {
      error: 'must be there, or error in its place',
      path: ['content'],
    })
    .check(({ value: { content: given, encoding: said }, issues }) => {
      if (given !== undefined) check({ value: { content: given, encoding: said }, issues });
    });
};

/** How workers bring back the files that a job made. */
export const uploadEndpoints = (limits: Limits) => ({
  uploadJobOutput: endpoint({
    method: 'PUT',
    path: '/api/sessions/:sessionId/compute/jobs/:jobId/outputs/*path',
    access: 'worker',
    summary: 'Upload an output',
    description:
      'Keeps a file that a claimed job made until the job ends. `complete` writes it into the session as the agent that submitted the job. The same path once more replaces it.',
    params: z.object({
      path: filePath(limits.pathBytes).meta({
        description: 'Where the file goes in the session; `/` may stand as it is, all else is percent-encoded',
      }),
    }),
    body: body(limits),
    result: z.object({
      jobId: JobId,
      path: JobOutput.shape.path,
      bytes: JobOutput.shape.bytes,
      contentHash: JobOutput.shape.contentHash,
      error: z
        .string()
        .nullable()
        .meta({ description: 'Why it will not be written; null where nothing speaks against it', examples: [null] }),
    }),
    status: [200],
    errors: ['CONFLICT'],
    conflicts: ['lease_lost', 'limit_reached'],
    example: { body: { leaseId: 'lease_1kqz5va8000b4h9n2p6t8w1z3rdf', content: 'field,count\n' } },
  }),
});
