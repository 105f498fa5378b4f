import { type Actor, conflict, type Job } from '@pairspace/protocol';
import { systemActor } from '../access/caller.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeJob } from './change-job.ts';
import { type HeldJob, hasEnded, type JobKey, lockJob, presentJob } from './job-store.ts';
import { creditsOf, thousandths } from './pool-store.ts';

const triggers = { cancelled: 'cancel', expired: 'expire', runtime_refused: 'expire', lost: 'lose' } as const;

export interface Stop {
  reason: keyof typeof triggers;
  message: string;
  actor?: Actor;
}

export const sessionCompleted: Stop = { reason: 'cancelled', message: 'The session was completed.' };

/** Cancels a job that has not ended. A second cancellation changes nothing (JOB-20). */
export const cancelJob = async (tx: Transaction, key: JobKey, actor: Actor, message: string): Promise<Job> => {
  const job = await lockJob(tx, key);
  const { status } = job.summary;
  if (status === 'cancelled') return presentJob(job);
  if (hasEnded(status)) throw conflict('job_ended', `The job has ended: it is ${status}.`, { status });
  return presentJob(await stopJob(tx, job, { reason: 'cancelled', message, actor }));
};

/**
 * Ends a locked job without a report of its runner, whose lease is gone with it. Only a cancelled job of the sandbox is
 * charged: by its running time, because the CPU time so far is unknown (JOB-27).
 */
export const stopJob = (
  tx: Transaction,
  before: HeldJob,
  { reason, message, actor = systemActor }: Stop,
): Promise<HeldJob> => {
  const { summary, onConflict, startedAt } = before;
  const isCancelled = reason === 'cancelled';
  const wallMs = isCancelled ? Math.max(0, tx.now - (startedAt ?? tx.now)) : 0;
  const used = onConflict === null ? 0 : Math.min(thousandths(summary.cost), wallMs);
  const after: HeldJob = {
    ...before,
    summary: {
      ...summary,
      status: isCancelled ? 'cancelled' : 'failed',
      credits: creditsOf(used),
      error: { reason, message },
      usage: { ...summary.usage, wallMs, estimated: summary.status === 'running' },
    },
  };
  return changeJob(tx, { before, after, trigger: triggers[reason], actor });
};
