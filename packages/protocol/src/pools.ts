import { z } from 'zod';
import { JobLimits } from './jobs.ts';
import { Timestamp } from './text.ts';

/** Where a pool's jobs run: in this service's sandbox, or with workers that claim them. */
export const Provider = z.enum(['sandbox', 'worker']);
export type Provider = z.output<typeof Provider>;

/** `local` is another name of `sandbox` (JOB-1). */
export const ProviderGiven = z
  .enum([...Provider.options, 'local'])
  .transform((given): Provider => (given === 'local' ? 'sandbox' : given));

/** One credit is one second of CPU in the sandbox, or what a worker reports (JOB-3). */
export const Pool = z
  .object({
    /** The sessionId. */
    id: z.string(),
    sessionId: z.string(),
    provider: Provider,
    totalCredits: z.number().nonnegative(),
    usedCredits: z.number().nonnegative(),
    reservedCredits: z.number().nonnegative(),
    remainingCredits: z.number().nonnegative(),
    perAgentCredits: z.number().nonnegative().nullable(),
    maxConcurrentJobs: z.int().positive(),
    maxQueuedJobs: z.int().positive(),
    defaults: JobLimits,
    /** What the sandbox of this service runs. */
    runtimes: z.array(
      z.object({ name: z.string(), engine: z.string(), available: z.boolean(), reason: z.string().nullable() }),
    ),
    /** Which walls are up on this machine; null where no sandbox runs. */
    isolation: z
      .object({
        walls: z.record(z.string(), z.boolean()),
        selfTest: z.object({ passedAt: Timestamp.nullable(), failures: z.array(z.string()) }),
      })
      .nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Pool' });
export type Pool = z.output<typeof Pool>;

/** What one agent submitted and used (JOB-2). */
export const AgentUsage = z
  .object({
    agentId: z.string(),
    agentName: z.string(),
    jobs: z.int().nonnegative(),
    pending: z.int().nonnegative(),
    running: z.int().nonnegative(),
    completed: z.int().nonnegative(),
    failed: z.int().nonnegative(),
    cancelled: z.int().nonnegative(),
    credits: z.number().nonnegative(),
    cpuMs: z.number().nonnegative(),
    wallMs: z.number().nonnegative(),
    outputBytes: z.number().nonnegative(),
  })
  .meta({ id: 'AgentUsage' });
export type AgentUsage = z.output<typeof AgentUsage>;
