import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { waitQuery } from './wait-query.ts';
import { jobOutputEndpoints } from './job-output-endpoints.ts';
import { Job, JobStatus, JobSummary, jobLimitsUpTo } from './jobs.ts';
import { jobSubmission, jobSubmissionKinds } from './job-submission.ts';
import type { Limits } from './limits.ts';
import { pageOf, pageQuery } from './page.ts';
import { AgentUsage, Pool, ProviderGiven } from './pools.ts';
import { AgentId } from './text.ts';

const path = '/api/sessions/:sessionId/compute';
const jobs = `${path}/jobs` as const;
const one = `${jobs}/:jobId` as const;

const poolSettings = (limits: Limits) => {
  const credits = z.number().nonnegative().max(limits.poolCredits);
  return z.object({
    provider: ProviderGiven.optional(),
    totalCredits: credits.meta({ description: 'The whole budget; 1000 unless given', examples: [500] }).optional(),
    perAgentCredits: credits
      .nullable()
      .meta({ description: 'The credits of the pool for each agent; null for no such limit', examples: [200] })
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
  });
};

const configurePool = (limits: Limits) =>
  endpoint({
    method: 'POST',
    path,
    access: 'agent',
    summary: 'Configure the pool',
    description: 'Gives the session a budget and a place where its jobs run (201), or changes them (200).',
    body: poolSettings(limits),
    result: Pool,
    status: [200, 201],
    errors: ['CONFLICT'],
    conflicts: ['session_completed'],
    example: { body: { totalCredits: 500, perAgentCredits: 200 } },
  });

const getCompute = endpoint({
  method: 'GET',
  path,
  access: 'reader',
  summary: 'Read the pool',
  description: 'Returns the pool, what each agent used of it, and how long the queue is.',
  result: z.object({
    pool: Pool.nullable().meta({ description: 'The pool; null when there is none' }),
    agentUsage: z.array(AgentUsage).meta({ description: 'The jobs and credits of each agent, by agentId' }),
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
});

const submitJob = (limits: Limits) =>
  endpoint({
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
    conflicts: ['session_completed', 'no_pool', 'out_of_credits', 'sandbox_off', 'runtime_refused'],
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
  });

const listJobs = endpoint({
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
});

const getJob = endpoint({
  method: 'GET',
  path: one,
  access: 'reader',
  summary: 'Read a job',
  description: 'Returns one job. With `wait` the service holds the request until the job ends.',
  query: z.object(waitQuery),
  result: Job,
  status: [200],
  example: { query: { wait: '30' } },
});

const cancelJob = endpoint({
  method: 'POST',
  path: `${one}/cancel`,
  access: 'agent',
  summary: 'Cancel a job',
  description: 'Cancels a job that has not ended. One that runs is stopped.',
  result: Job,
  status: [200],
  errors: ['CONFLICT'],
  conflicts: ['job_ended'],
});

const issueWorkerToken = endpoint({
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
});

export const computeEndpoints = (limits: Limits) => ({
  configurePool: configurePool(limits),
  getCompute,
  submitJob: submitJob(limits),
  listJobs,
  getJob,
  ...jobOutputEndpoints,
  cancelJob,
  issueWorkerToken,
});
