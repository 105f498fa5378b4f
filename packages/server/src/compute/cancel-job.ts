import { type Actor, conflict, type Job } from '@pairspace/protocol';
import type { Transaction } from '../storage/storage.ts';
import { changeJob } from './change-job.ts';
import { type HeldJob, type JobKey, lockJob, presentJob } from './job-store.ts';
import { creditsOf, thousandths } from './pool-store.ts';
import { hasEnded } from './states.ts';

/** Cancels a job that has not ended. A second cancellation changes nothing (JOB-20). */
export const cancelJob = async (tx: Transaction, key: JobKey, actor: Actor, message: string): Promise<Job> => {
  const before = await lockJob(tx, key);
  const { status } = before.summary;
  if (status === 'cancelled') return presentJob(before);
  if (hasEnded(status)) throw conflict('job_ended', `The job has ended: it is ${status}.`, { status });
  const after = cancelled(before, tx.now, message);
  return presentJob(await changeJob(tx, { before, after, trigger: 'cancel', actor }));
};

/**
 * The job after its cancellation. The lease is gone, so the runner stops. The CPU time so far is unknown, so a sandbox
 * job is charged by its running time.
 */
const cancelled = (job: HeldJob, now: number, message: string): HeldJob => {
  const { summary } = job;
  const isRunning = summary.status === 'running';
  const ranMs = Math.max(0, now - (job.startedAt ?? now));
  const used = isRunning && job.onConflict !== null ? Math.min(thousandths(summary.cost), ranMs) : 0;
  return {
    ...job,
    summary: {
      ...summary,
      status: 'cancelled',
      credits: creditsOf(used),
      error: { reason: 'cancelled', message },
      usage: { ...summary.usage, ...(isRunning && { wallMs: ranMs, estimated: true }) },
    },
  };
};
