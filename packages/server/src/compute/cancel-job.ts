import { type Actor, conflict, type Job, type JobUsage } from '@pairspace/protocol';
import type { Transaction } from '../storage/storage.ts';
import { changeJob } from './change-job.ts';
import { type JobKey, type JobRow, lockJob, presentJob, presentWhole } from './job-store.ts';
import { hasEnded } from './states.ts';

/** Cancels a job that has not ended. A second cancellation changes nothing (JOB-20). */
export const cancelJob = async (tx: Transaction, key: JobKey, actor: Actor, message: string): Promise<Job> => {
  const row = await lockJob(tx, key);
  if (row.status === 'cancelled') return presentJob(row, null);
  if (hasEnded(row.status)) {
    throw conflict('job_ended', `The job has ended: it is ${row.status}.`, { status: row.status });
  }
  return presentWhole(
    await changeJob(tx, { before: row, after: cancelled(row, tx.now, message), trigger: 'cancel', actor }),
  );
};

/**
 * The job after its cancellation. The lease is gone, so the runner stops. The CPU time so far is unknown, so a sandbox
 * job is charged by its running time.
 */
const cancelled = (row: JobRow, now: number, message: string): JobRow => ({
  ...row,
  credits: row.status === 'running' && row.on_conflict !== null ? Math.min(row.cost, ranMs(row, now)) : 0,
  status: 'cancelled',
  error_reason: 'cancelled',
  error_message: message,
  lease_id: null,
  lease_expires_at: null,
  expires_at: null,
  usage: JSON.stringify({
    ...(JSON.parse(row.usage) as JobUsage),
    ...(row.status === 'running' && { wallMs: ranMs(row, now), estimated: true }),
  }),
  finished_at: now,
});

const ranMs = (row: JobRow, now: number): number => Math.max(0, now - (row.started_at ?? now));
