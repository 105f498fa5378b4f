import { z } from 'zod';
import { jobLimitsUpTo, JobType, sandboxInput, sandboxTypes } from './jobs.ts';
import type { Limits } from './limits.ts';
import { nameUpTo, screenedBody } from './text.ts';

/** The body that submits a job. The fields of `input` depend on `type` and on the provider of the pool. */
export const jobSubmission = (limits: Limits) =>
  z.object({
    type: JobType,
    input: z
      .unknown()
      .meta({
        description:
          'For the sandbox `{ code | file, codeEncoding?, stdin?, args?, env?, files?, outputs?, onConflict? }`, for workers any JSON',
        examples: [{ code: 'print(6 * 7)' }],
      })
      .optional(),
    payload: z
      .unknown()
      .meta({ description: 'The same as `input`', examples: [{ code: 'print(6 * 7)' }] })
      .optional(),
    limits: jobLimitsUpTo(limits)
      .meta({ description: 'The limits of the job; the pool’s defaults for missing ones' })
      .optional(),
    cost: z
      .number()
      .nonnegative()
      .max(limits.poolCredits)
      .meta({ description: 'Credits to reserve; what `cpuMs` would cost when left out', examples: [10] })
      .optional(),
    label: nameUpTo(limits.nameCharacters)
      .nullable()
      .meta({ description: 'A name for people', examples: ['Count the fields'] })
      .optional(),
    ...screenedBody,
  });

/** The body for each kind of job: for the sandbox, whose input is known here, and for a worker. */
export const jobSubmissionKinds = (limits: Limits) => {
  const submission = jobSubmission(limits);
  return [
    submission
      .omit({ payload: true })
      .extend({
        type: z.enum(sandboxTypes).meta({ description: 'A runtime of the sandbox', examples: ['python'] }),
        input: sandboxInput(limits),
      })
      .meta({ id: 'SandboxJob', description: 'A job for the sandbox' }),
    submission.meta({ id: 'WorkerJob', description: 'A job for a worker that knows its type' }),
  ] as const;
};
