import { z } from 'zod';
import { JobLimits } from './jobs.ts';
import { SessionId } from './ids.ts';
import { KnownAgentId, Timestamp } from './text.ts';

/** The place where a pool's jobs run: the sandbox of this service, or workers that claim them. */
export const Provider = z
  .enum(['sandbox', 'worker'])
  .meta({ description: '`sandbox`: the service runs the jobs; `worker`: workers claim them' });
export type Provider = z.output<typeof Provider>;

/** `local` is an alias of `sandbox` (JOB-1). */
export const ProviderGiven = z
  .enum([...Provider.options, 'local'])
  .transform((given): Provider => (given === 'local' ? 'sandbox' : given))
  .meta({
    description:
      '`sandbox`: the service runs the jobs; `worker`: workers claim them; `local` is another name of `sandbox`',
    examples: ['sandbox'],
  });

const credits = (description: string, example: number) =>
  z
    .number()
    .nonnegative()
    .meta({ description, examples: [example] });
const count = (description: string, example: number) =>
  z
    .int()
    .nonnegative()
    .meta({ description, examples: [example] });

/** A session's budget. A credit is a second of CPU in the sandbox, or the amount that a worker reports (JOB-3). */
export const Pool = z
  .object({
    id: SessionId.meta({ description: 'The sessionId' }),
    sessionId: SessionId,
    provider: Provider,
    totalCredits: credits('The whole budget', 500),
    usedCredits: credits('What its jobs have used', 0.4),
    reservedCredits: credits('What is set aside for jobs that have not ended', 0),
    remainingCredits: credits('What is neither used nor reserved', 499.6),
    perAgentCredits: z
      .number()
      .nonnegative()
      .nullable()
      .meta({ description: 'The credits of the pool for each agent; null for no such limit', examples: [200] }),
    maxConcurrentJobs: z
      .int()
      .positive()
      .meta({ description: 'How many jobs of the session run at once', examples: [4] }),
    maxQueuedJobs: z
      .int()
      .positive()
      .meta({ description: 'How many jobs may wait; more are refused with 429', examples: [100] }),
    defaults: JobLimits.meta({ description: 'The limits of a job that names none' }),
    runtimes: z
      .array(
        z.object({
          name: z.string().meta({ description: 'The type of job', examples: ['python'] }),
          engine: z.string().meta({ description: 'The engine of the runtime', examples: ['Pyodide'] }),
          available: z.boolean().meta({
            description:
              'Whether its jobs run here now: its test, which runs before its first job, passes or is to come',
            examples: [true],
          }),
          reason: z
            .string()
            .nullable()
            .meta({ description: 'Why it is not available', examples: [null] }),
          retryAt: Timestamp.nullable().meta({
            description: 'When a runtime that could not be tested is tested again; null otherwise',
            examples: [null],
          }),
        }),
      )
      .meta({ description: 'The runtimes of this service’s sandbox' }),
    isolation: z
      .object({
        walls: z
          .record(z.string(), z.boolean())
          .meta({ description: 'Each wall, and whether it stands', examples: [{ seccomp: true, namespaces: true }] }),
        selfTest: z
          .object({
            passedAt: Timestamp.nullable().meta({
              description: 'When a runtime last passed; null when one has failed',
              examples: ['2026-11-02T09:00:00.000Z'],
            }),
            failures: z.array(z.string()).meta({ description: 'The failures', examples: [[]] }),
          })
          .meta({ description: 'The newest test of the walls' }),
      })
      .nullable()
      .meta({
        description: 'The protections that work on this machine; null without a sandbox, and before its first job',
      }),
    createdAt: Timestamp.meta({ description: 'When the pool was made' }),
    updatedAt: Timestamp.meta({ description: 'When the pool last changed' }),
  })
  .meta({ id: 'Pool', description: 'The budget of a session, and where its jobs run' });
export type Pool = z.output<typeof Pool>;

/** The jobs and credits of one agent (JOB-2). */
export const AgentUsage = z
  .object({
    agentId: KnownAgentId,
    agentName: z.string().meta({ description: 'The name for people', examples: ['Ada'] }),
    jobs: count('How many jobs it submitted', 1),
    pending: count('How many of them wait', 0),
    running: count('How many of them run', 0),
    completed: count('How many of them completed', 1),
    failed: count('How many of them failed', 0),
    cancelled: count('How many of them were cancelled', 0),
    credits: credits('Credits that they used', 0.4),
    cpuMs: credits('Milliseconds of CPU that they used', 400),
    wallMs: credits('Milliseconds that they ran', 510),
    outputBytes: credits('Bytes of output that they made', 2),
  })
  .meta({ id: 'AgentUsage', description: 'The jobs and credits of one agent' });
export type AgentUsage = z.output<typeof AgentUsage>;
