import type { Ask } from './asks.ts';
import type { JobSummary } from './jobs.ts';
import type { Task } from './tasks.ts';

/** A task after an import: a task in work becomes open, because its owner is not here (IMP-6). */
export const taskAfterImport = <T extends Pick<Task, 'status' | 'assignee' | 'offeredTo'>>(task: T): T =>
  task.status === 'working' ? { ...task, status: 'open', assignee: null, offeredTo: null } : task;

/** A job after an import: an unfinished job is cancelled, because no worker here has it (IMP-6). */
export const jobAfterImport = (job: JobSummary, at: string): JobSummary =>
  job.status === 'pending' || job.status === 'running'
    ? {
        ...job,
        status: 'cancelled',
        error: { reason: 'cancelled', message: 'The session was imported before the job ended.' },
        queuePosition: null,
        expiresAt: null,
        finishedAt: at,
      }
    : job;

/** An ask after an import: an open ask is withdrawn, because nobody here was asked (IMP-6). */
export const askAfterImport = (ask: Ask, { seq, at }: { seq: number; at: string }): Ask =>
  ask.status === 'open' ? { ...ask, status: 'withdrawn', seq, endedAt: at } : ask;
