import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { waitQuery } from './wait-query.ts';
import { checkFileContent, Encoding, fileContent, filePath } from './files.ts';
import { jobOutputEndpoints } from './job-output-endpoints.ts';
import { JobProgress } from './job-output.ts';
import { Job, JobStatus, JobSummary, JobType, jobLimitsUpTo, WorkerReason } from './jobs.ts';
import { jobSubmission, jobSubmissionKinds } from './job-submission.ts';
import type { Limits } from './limits.ts';
import { pageOf, pageQuery } from './page.ts';
import { AgentUsage, Pool, ProviderGiven } from './pools.ts';
import { JobId, LeaseId } from './ids.ts';
import { AgentId, jsonUpTo, nameUpTo, textUpTo, Timestamp } from './text.ts';

const leaseIdMeta = { description: 'Shows that the job is yours to end; a lease that was lost changes nothing' };
const leaseExpiresAt = Timestamp.meta({
  description: 'When the lease is lost, unless a heartbeat comes before',
  examples: ['2026-11-02T09:30:30.000Z'],
});

/** What a worker holds of a job that it has claimed: everything it needs to run it. */
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
          path: z.string().meta({ description: 'Where it goes under `/work`', examples: ['data.csv'] }),
          content: z.string().meta({ description: 'The content, in its encoding', examples: ['a,b,c\n'] }),
          encoding: Encoding,
        }),
      )
      .meta({ description: 'The session files that go into `/work`, as they were then' }),
  })
  .meta({ id: 'Lease', description: 'The right to run a job and end it, with all that it needs' });
export type Lease = z.output<typeof Lease>;

const Claim = z.object({
  lease: Lease.nullable().meta({ description: 'What was claimed; null when there is nothing to claim' }),
});
const Held = z.object({ leaseId: LeaseId.meta(leaseIdMeta) });
const path = '/api/sessions/:sessionId/compute';
const jobs = `${path}/jobs` as const;
const one = `${jobs}/:jobId` as const;

/** So that the sums of many jobs stay whole numbers that can be told exactly. */
const mostUsed = 1e10;

export const computeEndpoints = (limits: Limits) => {
  const credits = z.number().nonnegative().max(limits.poolCredits);
  const claim = {
    types: z
      .array(JobType)
      .min(1)
      .max(50)
      .meta({ description: 'The types of job that you can run', examples: [['llm.summarise']] }),
    worker: nameUpTo(limits.nameCharacters)
      .min(1)
      .meta({ description: 'Your name in the record of the job', examples: ['box-7'] })
      .optional(),
  };
  const claimExample = { query: { wait: '30' }, body: { types: ['llm.summarise'], worker: 'box-7' } };
  const leaseExample = { leaseId: 'lease_1kqz5va8000b4h9n2p6t8w1z3rdf' };
  const used = z.number().nonnegative().max(mostUsed);
  const report = {
    leaseId: LeaseId.meta(leaseIdMeta),
    exitCode: z
      .int()
      .nullable()
      .meta({ description: 'How the program ended; null when it was stopped', examples: [0] })
      .optional(),
    stdout: textUpTo(limits.jobOutputBytes)
      .meta({ description: 'What it wrote to stdout', examples: ['done\n'] })
      .optional(),
    stderr: textUpTo(limits.jobOutputBytes)
      .meta({ description: 'What it wrote to stderr', examples: [''] })
      .optional(),
    stdoutTruncated: z
      .boolean()
      .meta({ description: 'Whether stdout was cut', examples: [false] })
      .optional(),
    stderrTruncated: z
      .boolean()
      .meta({ description: 'Whether stderr was cut', examples: [false] })
      .optional(),
    credits: credits.meta({ description: 'Credits to charge; what it reserved at most', examples: [1] }).optional(),
    usage: z
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
      .meta({ description: 'What it used' })
      .optional(),
  };
  return {
    configurePool: endpoint({
      method: 'POST',
      path,
      access: 'agent',
      summary: 'Configure the pool',
      description: 'Gives the session a budget and a place where its jobs run (201), or changes them (200).',
      body: z.object({
        provider: ProviderGiven.optional(),
        totalCredits: credits.meta({ description: 'The whole budget; 1000 unless given', examples: [500] }).optional(),
        perAgentCredits: credits
          .nullable()
          .meta({ description: 'What one agent may use of the pool; null for no limit of its own', examples: [200] })
          .optional(),
        creditsPerHour: credits
          .min(0.001)
          .nullable()
          .meta({ description: 'What its jobs may use in an hour; null for no such limit', examples: [50] })
          .optional(),
        maxConcurrentJobs: z
          .int()
          .min(1)
          .max(1000)
          .meta({ description: 'How many jobs of the session run at once', examples: [4] })
          .optional(),
        maxQueuedJobs: z
          .int()
          .min(1)
          .max(limits.queuedJobsPerPool)
          .meta({ description: 'How many jobs may wait; more are refused with 429', examples: [100] })
          .optional(),
        defaults: jobLimitsUpTo(limits).meta({ description: 'The limits of a job that names none' }).optional(),
      }),
      result: Pool,
      status: [200, 201],
      errors: ['CONFLICT'],
      conflicts: ['session_completed'],
      example: { body: { totalCredits: 500, perAgentCredits: 200 } },
    }),
    getCompute: endpoint({
      method: 'GET',
      path,
      access: 'reader',
      summary: 'Read the pool',
      description: 'Returns the pool, what each agent used of it, and how long the queue is.',
      result: z.object({
        pool: Pool.nullable().meta({ description: 'The pool; null when there is none' }),
        agentUsage: z.array(AgentUsage).meta({ description: 'What each agent submitted and used, by agentId' }),
        queue: z
          .object({
            pending: z
              .int()
              .nonnegative()
              .meta({ description: 'How many jobs wait', examples: [0] }),
            running: z
              .int()
              .nonnegative()
              .meta({ description: 'How many jobs run', examples: [0] }),
          })
          .meta({ description: 'How many jobs wait and run' }),
      }),
      status: [200],
    }),
    submitJob: endpoint({
      method: 'POST',
      path: jobs,
      access: 'agent',
      summary: 'Submit a job',
      description:
        'The job runs in the sandbox, or waits for a worker that claims its type. A file that it names must be there, else 400 `input_missing`.',
      body: jobSubmission(limits),
      bodyKinds: jobSubmissionKinds(limits),
      screened: ['label', 'input', 'payload'],
      result: Job,
      status: [201],
      errors: ['CONFLICT'],
      conflicts: ['session_completed', 'no_pool', 'out_of_credits', 'sandbox_off'],
      example: {
        body: {
          type: 'python',
          input: {
            code: 'print(open("data.csv").read().count(","))',
            files: ['data.csv'],
            outputs: ['out/**'],
          },
          label: 'Count the fields',
        },
      },
    }),
    listJobs: endpoint({
      method: 'GET',
      path: jobs,
      access: 'reader',
      summary: 'List jobs',
      description: 'Returns the jobs, newest first, without their input, stdout and stderr.',
      query: z.object({
        status: JobStatus.meta({ description: 'Only jobs with this status' }).optional(),
        agentId: AgentId.meta({ description: 'Only jobs that this agent submitted' }).optional(),
        ...pageQuery,
      }),
      result: pageOf(JobSummary),
      status: [200],
    }),
    getJob: endpoint({
      method: 'GET',
      path: one,
      access: 'reader',
      summary: 'Read a job',
      description: 'Returns one job. With `wait` the service holds the request until the job ends.',
      query: z.object(waitQuery),
      result: Job,
      status: [200],
      example: { query: { wait: '30' } },
    }),
    ...jobOutputEndpoints,
    cancelJob: endpoint({
      method: 'POST',
      path: `${one}/cancel`,
      access: 'agent',
      summary: 'Cancel a job',
      description: 'Cancels a job that has not ended. One that runs is stopped.',
      result: Job,
      status: [200],
      errors: ['CONFLICT'],
      conflicts: ['job_ended'],
    }),
    issueWorkerToken: endpoint({
      method: 'POST',
      path: `${path}/worker-token`,
      access: 'creator',
      summary: 'Make a worker token',
      description: 'Makes the token with which workers claim jobs of this session. The one before stops working.',
      result: z.object({
        workerToken: z.string().meta({
          description: 'Claims jobs of this session; shown this once',
          examples: ['wrk_M5n6B7v8C9x0Z1a2S3d4F5g6H7j8K9l0-qWeRtYuIoP'],
        }),
      }),
      status: [201],
      errors: ['CONFLICT'],
      conflicts: ['no_pool'],
    }),
    claimJob: endpoint({
      method: 'POST',
      path: `${jobs}/claim`,
      access: 'worker',
      summary: 'Claim a job',
      description:
        'Takes the next job of these types under a lease. With `wait` the service holds the request until there is one.',
      query: z.object(waitQuery),
      body: z.object(claim),
      result: Claim,
      status: [200],
      example: claimExample,
    }),
    claimAnyJob: endpoint({
      method: 'POST',
      path: '/api/compute/jobs/claim',
      access: 'operator',
      summary: 'Claim a job of any session',
      description: 'Takes the next job of these types from every session, for a worker of the operator.',
      query: z.object(waitQuery),
      body: z.object(claim),
      result: Claim,
      status: [200],
      example: claimExample,
    }),
    renewLease: endpoint({
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
            message: textUpTo(1000)
              .nullable()
              .meta({ description: 'What the job does now', examples: ['step 2 of 5'] })
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
    }),
    releaseJob: endpoint({
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
    }),
    completeJob: endpoint({
      method: 'POST',
      path: `${one}/complete`,
      access: 'worker',
      summary: 'Complete a job',
      description: 'Ends a claimed job with success. Record, output files, usage and events are one commit.',
      body: z.object({
        ...report,
        result: jsonUpTo(limits.jobResultBytes)
          .meta({ description: 'The result, any JSON', examples: [{ summary: 'Two files changed.' }] })
          .optional(),
        outputs: z
          .array(
            z
              .object({
                path: filePath(limits.pathBytes),
                ...fileContent(limits.fileBytes),
              })
              .check(checkFileContent(limits.fileBytes)),
          )
          .max(limits.jobMaxFiles)
          .meta({ description: 'Files to write into the session, as the agent that submitted the job' })
          .optional(),
      }),
      result: Job,
      status: [200],
      errors: ['CONFLICT'],
      conflicts: ['lease_lost'],
      example: { body: { ...leaseExample, exitCode: 0, result: { summary: 'Two files changed.' } } },
      bodyLimit: 'reportBytes',
    }),
    failJob: endpoint({
      method: 'POST',
      path: `${one}/fail`,
      access: 'worker',
      summary: 'Fail a job',
      description: 'Ends a claimed job that failed, with the reason.',
      body: z.object({
        ...report,
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
      bodyLimit: 'reportBytes',
    }),
  };
};
