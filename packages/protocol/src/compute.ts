import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { waitQuery } from './events.ts';
import { filePath } from './files.ts';
import { Job, JobStatus, JobSummary, JobType, jobLimitsUpTo, WorkerReason } from './jobs.ts';
import type { Limits } from './limits.ts';
import { pageOf, pageQuery } from './page.ts';
import { AgentUsage, Pool, ProviderGiven } from './pools.ts';
import { AgentId, jsonUpTo, nameUpTo, textUpTo, Timestamp } from './text.ts';

/** What a worker holds of a job that it has claimed: everything it needs to run it. */
export const Lease = z
  .object({
    leaseId: z.string(),
    leaseMs: z.int().positive(),
    leaseExpiresAt: Timestamp,
    job: Job,
    /** The source of a job for the sandbox, as it was when the job was submitted. */
    code: z.string().nullable(),
    /** The session files that go into /work, as they were then. */
    files: z.array(z.object({ path: z.string(), content: z.string() })),
  })
  .meta({ id: 'Lease' });
export type Lease = z.output<typeof Lease>;

const Claim = z.object({ lease: Lease.nullable() });
const path = '/api/sessions/:sessionId/compute';
const jobs = `${path}/jobs` as const;
const one = `${jobs}/:jobId` as const;

/** So that the sums of many jobs stay whole numbers that can be told exactly. */
const mostUsed = 1e10;

export const computeEndpoints = (limits: Limits) => {
  const credits = z.number().nonnegative().max(limits.poolCredits);
  const claim = {
    types: z.array(JobType).min(1).max(50),
    worker: nameUpTo(limits.nameCharacters).min(1).optional(),
  };
  const used = z.number().nonnegative().max(mostUsed);
  const report = {
    leaseId: z.string(),
    exitCode: z.int().nullable().optional(),
    stdout: textUpTo(limits.jobOutputBytes).optional(),
    stderr: textUpTo(limits.jobOutputBytes).optional(),
    stdoutTruncated: z.boolean().optional(),
    stderrTruncated: z.boolean().optional(),
    credits: credits.optional(),
    usage: z
      .object({
        wallMs: used.optional(),
        cpuMs: used.optional(),
        peakMemoryMb: used.optional(),
        outputBytes: used.optional(),
        estimated: z.boolean().optional(),
      })
      .optional(),
  };
  return {
    configurePool: endpoint({
      method: 'POST',
      path,
      access: 'agent',
      summary: 'Give the session a budget and a place where its jobs run (201), or change them (200)',
      body: z.object({
        provider: ProviderGiven.optional(),
        totalCredits: credits.optional(),
        perAgentCredits: credits.nullable().optional(),
        maxConcurrentJobs: z.int().min(1).max(1000).optional(),
        maxQueuedJobs: z.int().min(1).max(limits.queuedJobsPerPool).optional(),
        defaults: jobLimitsUpTo(limits).optional(),
      }),
      result: Pool,
      status: [200, 201],
      errors: ['CONFLICT'],
    }),
    getCompute: endpoint({
      method: 'GET',
      path,
      access: 'reader',
      summary: 'The pool, what each agent used of it, and how long the queue is',
      result: z.object({
        pool: Pool.nullable(),
        agentUsage: z.array(AgentUsage),
        queue: z.object({ pending: z.int().nonnegative(), running: z.int().nonnegative() }),
      }),
      status: [200],
    }),
    submitJob: endpoint({
      method: 'POST',
      path: jobs,
      access: 'agent',
      summary: 'Submit a job; it runs in the sandbox, or waits for a worker that claims its type',
      body: z.object({
        type: JobType,
        input: z.unknown().optional(),
        payload: z.unknown().optional(),
        limits: jobLimitsUpTo(limits).optional(),
        cost: credits.optional(),
        label: nameUpTo(limits.nameCharacters).nullable().optional(),
      }),
      result: Job,
      status: [201],
      errors: ['CONFLICT'],
    }),
    listJobs: endpoint({
      method: 'GET',
      path: jobs,
      access: 'reader',
      summary: 'The jobs, newest first, without their input, stdout and stderr',
      query: z.object({ status: JobStatus.optional(), agentId: AgentId.optional(), ...pageQuery }),
      result: pageOf(JobSummary),
      status: [200],
    }),
    getJob: endpoint({
      method: 'GET',
      path: one,
      access: 'reader',
      summary: 'One job; holds the request up to `wait` seconds until it ends',
      query: z.object(waitQuery),
      result: Job,
      status: [200],
    }),
    cancelJob: endpoint({
      method: 'POST',
      path: `${one}/cancel`,
      access: 'agent',
      summary: 'Cancel a job that has not ended; one that runs is stopped',
      result: Job,
      status: [200],
      errors: ['CONFLICT'],
    }),
    issueWorkerToken: endpoint({
      method: 'POST',
      path: `${path}/worker-token`,
      access: 'creator',
      summary: 'Make the token with which workers claim jobs of this session; the one before stops working',
      result: z.object({ workerToken: z.string() }),
      status: [201],
      errors: ['CONFLICT'],
    }),
    claimJob: endpoint({
      method: 'POST',
      path: `${jobs}/claim`,
      access: 'worker',
      summary: 'Take the next job of these types under a lease; holds the request up to `wait` seconds for one',
      query: z.object(waitQuery),
      body: z.object(claim),
      result: Claim,
      status: [200],
    }),
    claimAnyJob: endpoint({
      method: 'POST',
      path: '/api/compute/jobs/claim',
      access: 'operator',
      summary: 'The same for a worker of the operator’s, from every session',
      query: z.object(waitQuery),
      body: z.object(claim),
      result: Claim,
      status: [200],
    }),
    renewLease: endpoint({
      method: 'POST',
      path: `${one}/heartbeat`,
      access: 'worker',
      summary: 'Keep a lease; refused with 409 when it is lost, and then the work is to be stopped',
      body: z.object({ leaseId: z.string() }),
      result: z.object({ id: z.string(), leaseId: z.string(), leaseExpiresAt: Timestamp }),
      status: [200],
      errors: ['CONFLICT'],
      countedAs: 'heartbeats',
    }),
    releaseJob: endpoint({
      method: 'POST',
      path: `${one}/release`,
      access: 'worker',
      summary: 'Give a claimed job back to the queue, as a worker does that has to stop',
      body: z.object({ leaseId: z.string() }),
      result: Job,
      status: [200],
      errors: ['CONFLICT'],
    }),
    completeJob: endpoint({
      method: 'POST',
      path: `${one}/complete`,
      access: 'worker',
      summary: 'End a claimed job with success: record, output files, usage and events are one commit',
      body: z.object({
        ...report,
        result: jsonUpTo(limits.jobResultBytes).optional(),
        outputs: z
          .array(z.object({ path: filePath(limits.pathBytes), content: textUpTo(limits.fileBytes) }))
          .max(limits.jobMaxFiles)
          .optional(),
      }),
      result: Job,
      status: [200],
      errors: ['CONFLICT'],
      bodyLimit: 'reportBytes',
    }),
    failJob: endpoint({
      method: 'POST',
      path: `${one}/fail`,
      access: 'worker',
      summary: 'End a claimed job that failed, with the reason',
      body: z.object({
        ...report,
        reason: WorkerReason.default('exit'),
        message: textUpTo(limits.metadataBytes).optional(),
      }),
      result: Job,
      status: [200],
      errors: ['CONFLICT'],
      bodyLimit: 'reportBytes',
    }),
  };
};
