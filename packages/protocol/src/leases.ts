import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Encoding } from './files.ts';
import { JobId, LeaseId } from './ids.ts';
import { JobProgress } from './job-output.ts';
import { Job, JobType, WorkerReason } from './jobs.ts';
import type { Limits } from './limits.ts';
import { jsonUpTo, nameUpTo, screenedBody, textUpTo, Timestamp } from './text.ts';
import { waitQuery } from './wait-query.ts';

const leaseIdMeta = { description: 'Shows that the job is yours to end; a lease that was lost changes nothing' };
const leaseExpiresAt = Timestamp.meta({
  description: 'When the lease is lost, unless a heartbeat comes before',
  examples: ['2026-11-02T09:30:30.000Z'],
});

/** A claimed job, with everything that its worker needs to run it. */
export const Lease = z
  .object({
    leaseId: LeaseId.meta(leaseIdMeta),
    leaseMs: z
      .int()
      .positive()
      .meta({ description: 'How long a lease lasts from the claim and from each heartbeat', examples: [30_000] }),
    leaseExpiresAt,
    job: Job,
    code: z
      .string()
      .nullable()
      .meta({
        description: 'The source, for a sandbox, as it was when the job was submitted',
        examples: ['print(open("data.csv").read().count(","))'],
      }),
    files: z
      .array(
        z.object({
          path: z.string().meta({ description: 'The path under `/work`', examples: ['data.csv'] }),
          content: z.string().meta({ description: 'The content, in its encoding', examples: ['a,b,c\n'] }),
          encoding: Encoding,
        }),
      )
      .meta({ description: 'The session files that go into `/work`, as they were then' }),
  })
  .meta({ id: 'Lease', description: 'The right to run a job and end it, with all that it needs' });
export type Lease = z.output<typeof Lease>;

const Claim = z.object({
  lease: Lease.nullable().meta({ description: 'The claimed job; null if there is none' }),
});
const Held = z.object({ leaseId: LeaseId.meta(leaseIdMeta) });
const jobs = '/api/sessions/:sessionId/compute/jobs';
const one = `${jobs}/:jobId` as const;

const claimExample = { query: { wait: '30' }, body: { types: ['llm.summarise'], worker: 'box-7' } };
const leaseExample = { leaseId: 'lease_1kqz5va8000b4h9n2p6t8w1z3rdf' };

const claimBody = (limits: Limits) =>
  z.object({
    types: z
      .array(JobType)
      .min(1)
      .max(50)
      .meta({ description: 'The types of job that you can run', examples: [['llm.summarise']] }),
    worker: nameUpTo(limits.nameCharacters)
      .min(1)
      .meta({ description: 'Your name in the record of the job', examples: ['box-7'] })
      .optional(),
    ...screenedBody,
  });

/** Endpoints with which workers take jobs. */
export const claimEndpoints = (limits: Limits) => {
  const common = {
    query: z.object(waitQuery),
    body: claimBody(limits),
    screened: ['worker'],
    result: Claim,
    status: [200],
    example: claimExample,
  } as const;
  return {
    claimJob: endpoint({
      method: 'POST',
      path: `${jobs}/claim`,
      access: 'worker',
      summary: 'Claim a job',
      description:
        'Takes the next job of these types under a lease. With `wait` the service holds the request until there is one.',
      ...common,
    }),
    claimAnyJob: endpoint({
      method: 'POST',
      path: '/api/compute/jobs/claim',
      access: 'operator',
      untold: true,
      summary: 'Claim a job of any session',
      description: 'Takes the next job of these types from every session, for a worker of the operator.',
      ...common,
    }),
  };
};

const renewLease = endpoint({
  method: 'POST',
  path: `${one}/heartbeat`,
  access: 'worker',
  summary: 'Renew a lease',
  description: 'Keeps the lease, and says how far the job is. A 409 says that it is lost: stop the work then.',
  body: z.object({
    ...Held.shape,
    progress: z
      .object({
        fraction: JobProgress.shape.fraction,
        message: nameUpTo(1000)
          .nullable()
          .meta({ description: 'The present step of the job', examples: ['step 2 of 5'] })
          .optional(),
      })
      .meta({ description: 'How far the job is' })
      .optional(),
  }),
  result: z.object({ id: JobId, leaseId: LeaseId.meta(leaseIdMeta), leaseExpiresAt }),
  status: [200],
  errors: ['CONFLICT'],
  conflicts: ['lease_lost'],
  example: { body: leaseExample },
  countedAs: 'heartbeats',
});

const releaseJob = endpoint({
  method: 'POST',
  path: `${one}/release`,
  access: 'worker',
  summary: 'Release a job',
  description: 'Gives a claimed job back to the queue. The attempt does not count.',
  body: Held,
  result: Job,
  status: [200],
  errors: ['CONFLICT'],
  conflicts: ['lease_lost'],
  example: { body: leaseExample },
});

/** Endpoints with which workers keep the jobs that they have taken, or give them back. */
export const leaseEndpoints = () => ({
  renewLease,
  releaseJob,
});

/** With this bound the sums over many jobs stay exact whole numbers. */
const mostUsed = 1e10;

const used = z.number().nonnegative().max(mostUsed);
const usage = z
  .object({
    wallMs: used.meta({ description: 'Milliseconds from begin to end', examples: [900] }).optional(),
    cpuMs: used.meta({ description: 'Milliseconds of CPU', examples: [700] }).optional(),
    peakMemoryMb: used.meta({ description: 'The most memory that it held, in MB', examples: [80] }).optional(),
    outputBytes: used.meta({ description: 'Bytes of stdout and stderr', examples: [5] }).optional(),
    estimated: z
      .boolean()
      .meta({ description: 'Whether some of this could not be measured exactly', examples: [false] })
      .optional(),
  })
  .meta({ description: 'The used resources' })
  .optional();

/** The part of a report that completed and failed jobs share. */
const reportUpTo = (limits: Limits) => ({
  leaseId: LeaseId.meta(leaseIdMeta),
  exitCode: z
    .int()
    .nullable()
    .meta({ description: 'How the program ended; null when it was stopped', examples: [0] })
    .optional(),
  stdout: textUpTo(limits.jobOutputBytes)
    .meta({ description: 'The output on stdout', examples: ['done\n'] })
    .optional(),
  stderr: textUpTo(limits.jobOutputBytes)
    .meta({ description: 'The output on stderr', examples: [''] })
    .optional(),
  stdoutTruncated: z
    .boolean()
    .meta({ description: 'Whether stdout was cut', examples: [false] })
    .optional(),
  stderrTruncated: z
    .boolean()
    .meta({ description: 'Whether stderr was cut', examples: [false] })
    .optional(),
  credits: z
    .number()
    .nonnegative()
    .max(limits.poolCredits)
    .meta({ description: 'Credits to charge; what it reserved at most', examples: [1] })
    .optional(),
  usage,
});

const completeJob = (limits: Limits) =>
  endpoint({
    method: 'POST',
    path: `${one}/complete`,
    access: 'worker',
    summary: 'Complete a job',
    description: 'Ends a claimed job with success. Record, uploaded outputs, usage and events are one commit.',
    body: z.object({
      ...reportUpTo(limits),
      result: jsonUpTo(limits.jobResultBytes)
        .meta({ description: 'The result, any JSON', examples: [{ summary: 'Two files changed.' }] })
        .optional(),
    }),
    result: Job,
    status: [200],
    errors: ['CONFLICT'],
    conflicts: ['lease_lost'],
    example: { body: { ...leaseExample, exitCode: 0, result: { summary: 'Two files changed.' } } },
  });

const failJob = (limits: Limits) =>
  endpoint({
    method: 'POST',
    path: `${one}/fail`,
    access: 'worker',
    summary: 'Fail a job',
    description: 'Ends a claimed job that failed, with the reason.',
    body: z.object({
      ...reportUpTo(limits),
      reason: WorkerReason.default('exit'),
      message: textUpTo(limits.metadataBytes)
        .meta({ description: 'Why, for people', examples: ['The model did not respond.'] })
        .optional(),
    }),
    result: Job,
    status: [200],
    errors: ['CONFLICT'],
    conflicts: ['lease_lost'],
    example: { body: { ...leaseExample, reason: 'exit', message: 'The model did not respond.' } },
  });

/** Endpoints with which workers end the jobs that they have taken. */
export const reportEndpoints = (limits: Limits) => ({
  completeJob: completeJob(limits),
  failJob: failJob(limits),
});
