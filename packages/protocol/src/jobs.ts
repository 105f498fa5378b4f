import { z } from 'zod';
import type { Limits } from './limits.ts';
import { filePath } from './files.ts';
import { JobProgress } from './job-output.ts';
import { JobId, SessionId } from './ids.ts';
import { KnownAgentId, mapUpTo, textUpTo, Timestamp } from './text.ts';

/** The type of a job: a runtime of the sandbox, or a word that workers know. */
export const JobType = z
  .string()
  .regex(/^[a-z][a-z0-9_.-]{0,63}$/, {
    error: 'must be 1–64 characters of a–z 0–9 _ . - and begin with a letter',
  })
  .meta({
    description: '`javascript`, `python` or `wasm` for the sandbox, or a word that workers know',
    examples: ['python'],
  });

/** The types that run in the sandbox (JOB-7). */
export const sandboxTypes = ['javascript', 'python', 'wasm'] as const;
export type SandboxType = (typeof sandboxTypes)[number];

export const isSandboxType = (type: string): type is SandboxType => (sandboxTypes as readonly string[]).includes(type);

export const JobStatus = z
  .enum(['pending', 'running', 'completed', 'failed', 'cancelled'])
  .meta({ description: '`pending` and `running` until the job ends', examples: ['completed'] });
export type JobStatus = z.output<typeof JobStatus>;

/** The reasons that a worker may give for a failed job. */
export const WorkerReason = z
  .enum(['exit', 'timeout', 'memory', 'output', 'disk', 'sandbox_violation', 'input_missing', 'credits'])
  .meta({ description: 'Why a job failed' });
export type WorkerReason = z.output<typeof WorkerReason>;

/** The reasons for which a job did not complete (JOB-15). */
export const JobReason = z
  .enum([...WorkerReason.options, 'output_conflict', 'runtime_refused', 'expired', 'lost', 'cancelled'])
  .meta({ description: 'Why a job did not complete', examples: ['timeout'] });
export type JobReason = z.output<typeof JobReason>;

const limitMeta = {
  wallMs: { description: 'Milliseconds from begin to end', examples: [30_000] },
  cpuMs: { description: 'Milliseconds of CPU', examples: [10_000] },
  memoryMb: { description: 'Memory, in MB', examples: [256] },
  diskMb: { description: 'The total size of its files, in MB', examples: [64] },
  maxFiles: { description: 'How many files it may have', examples: [1000] },
  outputBytes: { description: 'Bytes of stdout and stderr together', examples: [262_144] },
};

/** The resources that one job may use. */
export const JobLimits = z
  .object({
    wallMs: z.int().positive().meta(limitMeta.wallMs),
    cpuMs: z.int().positive().meta(limitMeta.cpuMs),
    memoryMb: z.int().positive().meta(limitMeta.memoryMb),
    diskMb: z.int().positive().meta(limitMeta.diskMb),
    maxFiles: z.int().positive().meta(limitMeta.maxFiles),
    outputBytes: z.int().positive().meta(limitMeta.outputBytes),
  })
  .meta({ id: 'JobLimits', description: 'The limits of one job' });
export type JobLimits = z.output<typeof JobLimits>;

export const defaultJobLimits: Readonly<JobLimits> = {
  wallMs: 30_000,
  cpuMs: 10_000,
  memoryMb: 256,
  diskMb: 64,
  maxFiles: 1000,
  outputBytes: 262_144,
};

/** Requested limits: each up to the server's maximum. A greater value is refused, never lowered (JOB-5). */
export const jobLimitsUpTo = (limits: Limits) =>
  z.object({
    wallMs: z.int().min(1).max(limits.jobWallMs).meta(limitMeta.wallMs).optional(),
    cpuMs: z.int().min(1).max(limits.jobCpuMs).meta(limitMeta.cpuMs).optional(),
    memoryMb: z.int().min(16).max(limits.jobMemoryMb).meta(limitMeta.memoryMb).optional(),
    diskMb: z.int().min(1).max(limits.jobDiskMb).meta(limitMeta.diskMb).optional(),
    maxFiles: z.int().min(1).max(limits.jobMaxFiles).meta(limitMeta.maxFiles).optional(),
    outputBytes: z.int().min(1).max(limits.jobOutputBytes).meta(limitMeta.outputBytes).optional(),
  });
export type JobLimitsGiven = z.output<ReturnType<typeof jobLimitsUpTo>>;

const globs = (limits: Limits) => z.array(textUpTo(limits.pathBytes).min(1)).max(100);

const programFields = (limits: Limits) => ({
  code: textUpTo(limits.jobCodeBytes)
    .meta({ description: 'The program; either this or `file`', examples: ['print(6 * 7)'] })
    .optional(),
  file: filePath(limits.pathBytes)
    .meta({ description: 'The session file that holds the program', examples: ['src/count.py'] })
    .optional(),
  codeEncoding: z
    .enum(['base64', 'wat'])
    .meta({ description: 'How WebAssembly is written; text of other types has none' })
    .optional(),
  stdin: textUpTo(limits.jobStdinBytes)
    .meta({ description: 'The input of the program on stdin', examples: [''] })
    .default(''),
  args: z
    .array(textUpTo(limits.jobStdinBytes))
    .max(256)
    .meta({ description: 'The arguments of the program', examples: [['--verbose']] })
    .default([]),
  env: mapUpTo(
    256,
    z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, { error: 'must be the name of a variable' }),
    textUpTo(limits.jobStdinBytes),
  )
    .meta({ maxProperties: 256, description: 'The environment of the program', examples: [{ LANG: 'C.UTF-8' }] })
    .default({}),
  files: globs(limits)
    .meta({ description: 'Paths and globs of session files that are placed in `/work`', examples: [['data.csv']] })
    .default([]),
  outputs: globs(limits)
    .meta({ description: 'Globs under `/work` that come back as session files', examples: [['out/**']] })
    .default([]),
  onConflict: z
    .enum(['overwrite', 'fail', 'rename'])
    .meta({ description: 'The handling of an output whose path in the session holds another file' })
    .default('overwrite'),
});

/** The input of a job for the sandbox (JOB-8). */
export const sandboxInput = (limits: Limits) =>
  z
    .object(programFields(limits))
    .refine(({ code, file }) => (code === undefined) !== (file === undefined), {
      error: 'must have either code or file',
      path: ['code'],
    })
    .meta({
      id: 'SandboxInput',
      description: 'The program of a job for the sandbox, with what it reads and what it makes',
    });
export type SandboxInput = z.output<ReturnType<typeof sandboxInput>>;

export const JobOutput = z.object({
  path: z.string().meta({ description: 'The path in the session', examples: ['out/counts.csv'] }),
  bytes: z
    .int()
    .nonnegative()
    .meta({ description: 'The size in bytes', examples: [120] }),
  contentHash: z
    .string()
    .nullable()
    .meta({ description: 'SHA-256 of the content, hexadecimal; null where it was not read', examples: [null] }),
  written: z.boolean().meta({ description: 'Whether it is a file of the session now', examples: [true] }),
  error: z
    .string()
    .nullable()
    .meta({ description: 'Why it was not written; null when it was', examples: [null] }),
});
export type JobOutput = z.output<typeof JobOutput>;

export const JobUsage = z
  .object({
    queueMs: z
      .number()
      .nonnegative()
      .meta({ description: 'Milliseconds in the queue', examples: [40] }),
    wallMs: z
      .number()
      .nonnegative()
      .meta({ description: 'Milliseconds from begin to end', examples: [510] }),
    cpuMs: z
      .number()
      .nonnegative()
      .meta({ description: 'Milliseconds of CPU', examples: [400] }),
    peakMemoryMb: z
      .number()
      .nonnegative()
      .meta({ description: 'The most memory that it held, in MB', examples: [62] }),
    outputBytes: z
      .number()
      .nonnegative()
      .meta({ description: 'Bytes of stdout and stderr', examples: [2] }),
    estimated: z
      .boolean()
      .meta({ description: 'Whether some of this could not be measured exactly', examples: [false] }),
  })
  .meta({ id: 'JobUsage', description: 'The usage of a job' });
export type JobUsage = z.output<typeof JobUsage>;

export const Job = z
  .object({
    id: JobId.meta({ description: 'The job; newer ones sort after older ones' }),
    jobId: JobId.meta({ description: 'The same as `id`' }),
    sessionId: SessionId,
    seq: z
      .int()
      .positive()
      .meta({ description: 'The event of its newest change', examples: [9] }),
    type: z
      .string()
      .meta({ description: 'A runtime of the sandbox, or a word that workers know', examples: ['python'] }),
    label: z
      .string()
      .nullable()
      .meta({ description: 'A name for people', examples: ['Count the fields'] }),
    status: JobStatus,
    submittedBy: z
      .object({
        agentId: KnownAgentId,
        agentName: z.string().meta({ description: 'The name for people', examples: ['Ada'] }),
      })
      .meta({ description: 'The agent that submitted it; its files are written as this agent' }),
    input: z.unknown().meta({
      description: 'The input with which it was submitted',
      examples: [{ code: 'print(open("data.csv").read().count(","))', files: ['data.csv'] }],
    }),
    limits: JobLimits,
    cost: z
      .number()
      .nonnegative()
      .meta({ description: 'Credits that are reserved for it until it ends', examples: [10] }),
    credits: z
      .number()
      .nonnegative()
      .meta({
        description: 'Credits that were used; one is a second of CPU in the sandbox, or what a worker reports',
        examples: [0.4],
      }),
    attempt: z
      .int()
      .nonnegative()
      .meta({ description: 'How often it was begun; a lost lease gives it another attempt', examples: [1] }),
    maxAttempts: z
      .int()
      .positive()
      .meta({ description: 'How many attempts it has in all', examples: [2] }),
    queuePosition: z
      .int()
      .positive()
      .nullable()
      .meta({
        description: 'The place among the pending jobs of the session by age, from 1; null if it is not pending',
        examples: [null],
      }),
    exitCode: z
      .int()
      .nullable()
      .meta({ description: 'How the program ended; null when it was stopped', examples: [0] }),
    stdout: z.string().meta({ description: 'The output on stdout', examples: ['2\n'] }),
    stderr: z.string().meta({ description: 'The output on stderr', examples: [''] }),
    stdoutTruncated: z.boolean().meta({ description: 'Whether stdout was cut', examples: [false] }),
    stderrTruncated: z.boolean().meta({ description: 'Whether stderr was cut', examples: [false] }),
    truncated: z.boolean().meta({ description: 'Whether one of the two was cut', examples: [false] }),
    result: z.unknown().meta({ description: 'The result that a worker reported', examples: [null] }),
    error: z
      .object({
        reason: JobReason.meta({ description: 'Why, for programs' }),
        message: z.string().meta({ description: 'Why, for people', examples: ['It ran longer than 30 s.'] }),
      })
      .nullable()
      .meta({ description: 'Why it did not complete; null when it did, or has not ended', examples: [null] }),
    outputs: z.array(JobOutput).meta({ description: 'The files that it brought back' }),
    warnings: z.array(z.string()).meta({
      description: 'Likely mistakes, such as a pattern that matched no file',
      examples: [['The output pattern "out/*.png" matched no file that is new or changed.']],
    }),
    progress: JobProgress.nullable().meta({
      description: 'How far it is; null while it has not said so',
      examples: [null],
    }),
    usage: JobUsage,
    worker: z
      .string()
      .nullable()
      .meta({ description: 'The worker that runs it, or ran it last', examples: ['sandbox'] }),
    createdAt: Timestamp.meta({ description: 'When it was submitted' }),
    expiresAt: Timestamp.nullable().meta({
      description:
        'When it fails as `expired` unless it begins before; null while it does not wait. The time in which the session is paused, or the credits of the hour are used, does not count',
      examples: [null],
    }),
    startedAt: Timestamp.nullable().meta({
      description: 'When its newest attempt began; null before the first',
      examples: ['2026-11-02T09:30:00.040Z'],
    }),
    finishedAt: Timestamp.nullable().meta({
      description: 'When it ended; null while it has not',
      examples: ['2026-11-02T09:30:00.550Z'],
    }),
  })
  .meta({ id: 'Job', description: 'A program, or a word for a worker, that runs and is paid from the pool' });
export type Job = z.output<typeof Job>;

/** A job in lists and events (JOB-18). */
export const JobSummary = Job.omit({ input: true, stdout: true, stderr: true }).meta({
  id: 'JobSummary',
  description: 'A job as lists and events have it, without input and output',
});
export type JobSummary = z.output<typeof JobSummary>;
