import { z } from 'zod';
import type { Limits } from './limits.ts';
import { filePath } from './files.ts';
import { textUpTo, Timestamp } from './text.ts';

/** What a job is: a runtime of the sandbox, or a word that workers know. */
export const JobType = z.string().regex(/^[a-z][a-z0-9_.-]{0,63}$/, {
  error: 'must be 1–64 characters of a–z 0–9 _ . - and begin with a letter',
});

/** The types that run in the sandbox (JOB-7). */
export const sandboxTypes = ['javascript', 'python', 'wasm'] as const;
export type SandboxType = (typeof sandboxTypes)[number];

export const isSandboxType = (type: string): type is SandboxType => (sandboxTypes as readonly string[]).includes(type);

export const JobStatus = z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']);
export type JobStatus = z.output<typeof JobStatus>;

/** Why a worker may say that a job failed. */
export const WorkerReason = z.enum([
  'exit',
  'timeout',
  'memory',
  'output',
  'disk',
  'sandbox_violation',
  'input_missing',
  'credits',
]);
export type WorkerReason = z.output<typeof WorkerReason>;

/** Why a job did not complete (JOB-15). */
export const JobReason = z.enum([...WorkerReason.options, 'output_conflict', 'expired', 'lost', 'cancelled']);
export type JobReason = z.output<typeof JobReason>;

/** What one job may use. */
export const JobLimits = z
  .object({
    wallMs: z.int().positive(),
    cpuMs: z.int().positive(),
    memoryMb: z.int().positive(),
    diskMb: z.int().positive(),
    maxFiles: z.int().positive(),
    outputBytes: z.int().positive(),
  })
  .meta({ id: 'JobLimits' });
export type JobLimits = z.output<typeof JobLimits>;

export const defaultJobLimits: Readonly<JobLimits> = {
  wallMs: 30_000,
  cpuMs: 10_000,
  memoryMb: 256,
  diskMb: 64,
  maxFiles: 1000,
  outputBytes: 262_144,
};

/** Limits as they are asked for: each up to the server's maximum, and never clamped (JOB-5). */
export const jobLimitsUpTo = (limits: Limits) =>
  z.object({
    wallMs: z.int().min(1).max(limits.jobWallMs).optional(),
    cpuMs: z.int().min(1).max(limits.jobCpuMs).optional(),
    memoryMb: z.int().min(16).max(limits.jobMemoryMb).optional(),
    diskMb: z.int().min(1).max(limits.jobDiskMb).optional(),
    maxFiles: z.int().min(1).max(limits.jobMaxFiles).optional(),
    outputBytes: z.int().min(1).max(limits.jobOutputBytes).optional(),
  });
export type JobLimitsGiven = z.output<ReturnType<typeof jobLimitsUpTo>>;

/** The input of a job for the sandbox (JOB-8). */
export const sandboxInput = (limits: Limits) =>
  z
    .object({
      code: textUpTo(limits.jobCodeBytes).optional(),
      /** A session file that holds the code. */
      file: filePath(limits.pathBytes).optional(),
      codeEncoding: z.enum(['base64', 'wat']).optional(),
      stdin: textUpTo(limits.jobStdinBytes).default(''),
      args: z.array(textUpTo(limits.jobStdinBytes)).max(256).default([]),
      env: z
        .record(
          z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, { error: 'must be the name of a variable' }),
          textUpTo(limits.jobStdinBytes),
        )
        .default({}),
      files: z.array(textUpTo(limits.pathBytes).min(1)).max(100).default([]),
      outputs: z.array(textUpTo(limits.pathBytes).min(1)).max(100).default([]),
      onConflict: z.enum(['overwrite', 'fail', 'rename']).default('overwrite'),
    })
    .refine(({ code, file }) => (code === undefined) !== (file === undefined), {
      error: 'must have either code or file',
      path: ['code'],
    });
export type SandboxInput = z.output<ReturnType<typeof sandboxInput>>;

export const JobOutput = z.object({
  /** Where it is in the session. */
  path: z.string(),
  bytes: z.int().nonnegative(),
  contentHash: z.string().nullable(),
  /** It is a file of the session now. */
  written: z.boolean(),
  error: z.string().nullable(),
});
export type JobOutput = z.output<typeof JobOutput>;

export const JobUsage = z
  .object({
    queueMs: z.number().nonnegative(),
    wallMs: z.number().nonnegative(),
    cpuMs: z.number().nonnegative(),
    peakMemoryMb: z.number().nonnegative(),
    outputBytes: z.number().nonnegative(),
    /** Not measured exactly. */
    estimated: z.boolean(),
  })
  .meta({ id: 'JobUsage' });
export type JobUsage = z.output<typeof JobUsage>;

export const Job = z
  .object({
    id: z.string(),
    /** The same as `id`. */
    jobId: z.string(),
    sessionId: z.string(),
    /** The event of its newest change. */
    seq: z.int().positive(),
    type: z.string(),
    label: z.string().nullable(),
    status: JobStatus,
    submittedBy: z.object({ agentId: z.string(), agentName: z.string() }),
    input: z.unknown(),
    limits: JobLimits,
    /** Credits that were reserved. */
    cost: z.number().nonnegative(),
    /** Credits that were used. */
    credits: z.number().nonnegative(),
    attempt: z.int().nonnegative(),
    maxAttempts: z.int().positive(),
    /** Its place among the pending jobs of the session by age, from 1; null when it does not wait. */
    queuePosition: z.int().positive().nullable(),
    exitCode: z.int().nullable(),
    stdout: z.string(),
    stderr: z.string(),
    stdoutTruncated: z.boolean(),
    stderrTruncated: z.boolean(),
    /** One of the two was truncated. */
    truncated: z.boolean(),
    /** What a worker answered. */
    result: z.unknown(),
    error: z.object({ reason: JobReason, message: z.string() }).nullable(),
    outputs: z.array(JobOutput),
    usage: JobUsage,
    /** Who runs it, or ran it last. */
    worker: z.string().nullable(),
    createdAt: Timestamp,
    startedAt: Timestamp.nullable(),
    finishedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Job' });
export type Job = z.output<typeof Job>;

/** A job as lists and events have it (JOB-18). */
export const JobSummary = Job.omit({ input: true, stdout: true, stderr: true }).meta({ id: 'JobSummary' });
export type JobSummary = z.output<typeof JobSummary>;
