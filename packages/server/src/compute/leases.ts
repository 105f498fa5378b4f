import { conflict, type Endpoints, type JobProgress, type ResultOf, ServiceError } from '@pairspace/protocol';
import { whyNoRoom } from '../access/capacity.ts';
import { systemActor } from '../access/caller.ts';
import { findSessionHead } from '../access/session-head.ts';
import { announce } from '../events/announce.ts';
import { isoTime } from '../lib/clock.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeJob } from './change-job.ts';
import { type JobKey, type JobRow, lockJob, noUsage } from './job-store.ts';

const progressPauseMs = 250;

export interface LeaseKey extends JobKey {
  leaseId: string;
}

/** Locks a job and returns it to the holder of its lease. A worker that lost the lease is refused (JOB-24). */
export const lockLeased = async (tx: Transaction, { leaseId, ...key }: LeaseKey): Promise<JobRow> => {
  const row = await lockJob(tx, key);
  if (!(await findSessionHead(tx, key.sessionId))) throw new ServiceError('NOT_FOUND', 'There is no such session.');
  if (row.status === 'running' && row.lease_id === leaseId) return row;
  throw conflict('lease_lost', `This lease is over: the job is ${row.status}. Stop working on it.`, {
    status: row.status,
  });
};

export const renewLease = async (
  tx: Transaction,
  key: LeaseKey,
  leaseMs: number,
  progress?: { fraction: number; message?: string | null | undefined },
): Promise<ResultOf<Endpoints['renewLease']>> => {
  const row = await lockLeased(tx, key);
  const expiresAt = tx.now + leaseMs;
  await tx.run`
    update job set lease_expires_at = ${expiresAt} where session_id = ${row.session_id} and id = ${row.id}
  `;
  if (progress) await setProgress(tx, row, { fraction: progress.fraction, message: progress.message ?? null });
  return { id: row.id, leaseId: key.leaseId, leaseExpiresAt: isoTime(expiresAt) };
};

/**
 * Stores the progress in the record of the job, without an event. Live streams get it at most four times a second
 * (LIVE-5).
 */
const setProgress = async (tx: Transaction, row: JobRow, progress: JobProgress): Promise<void> => {
  const { session_id: sessionId, id } = row;
  const isTold = tx.now - (row.progress_at ?? 0) >= progressPauseMs;
  await tx.run`
    update job set progress = ${JSON.stringify(progress)}, progress_at = ${isTold ? tx.now : row.progress_at}
    where session_id = ${sessionId} and id = ${id}
  `;
  if (!isTold) return;
  const frame = { id, sessionId, jobId: id, ...progress };
  announce(tx, { sessionId, event: 'job.progress', actor: systemActor }, frame);
};

const queuedAgain = (row: JobRow, now: number, queueTtlMs: number): JobRow => ({
  ...row,
  status: 'pending',
  worker: null,
  lease_id: null,
  lease_holder: null,
  lease_expires_at: null,
  expires_at: now + queueTtlMs,
  queued_at: Math.max(now, row.created_at),
  started_at: null,
  progress: null,
  usage: JSON.stringify(noUsage),
});

/**
 * Returns a job to the queue. The attempt does not count. In a full session the attempt counts, because each claim and
 * each release adds an event (CAP-19).
 */
export const releaseJob = async (tx: Transaction, key: LeaseKey, queueTtlMs: number): Promise<void> => {
  const row = await lockLeased(tx, key);
  const head = await findSessionHead(tx, key.sessionId);
  if (head && whyNoRoom(tx, head.storedBytes, 0)) {
    await loseJob(tx, key, queueTtlMs);
    return;
  }
  const after = { ...queuedAgain(row, tx.now, queueTtlMs), attempt: row.attempt - 1 };
  await changeJob(tx, { before: row, after, trigger: 'release', actor: systemActor });
};

/** Takes an expired lease away, unless it was renewed meanwhile. */
export const loseExpired = async (tx: Transaction, key: LeaseKey, queueTtlMs: number): Promise<void> => {
  const row = await lockLeased(tx, key);
  if (row.lease_expires_at !== null && row.lease_expires_at <= tx.now) await loseJob(tx, key, queueTtlMs);
};

/** Takes away a lease that nobody renews any more. The job gets another attempt, or fails as lost (JOB-14). */
export const loseJob = async (tx: Transaction, key: LeaseKey, queueTtlMs: number): Promise<void> => {
  const row = await lockLeased(tx, key);
  const after: JobRow =
    row.attempt < row.max_attempts
      ? queuedAgain(row, tx.now, queueTtlMs)
      : {
          ...row,
          status: 'failed',
          error_reason: 'lost',
          error_message: `Whoever ran it was gone, at attempt ${String(row.attempt)} of ${String(row.max_attempts)}.`,
          lease_id: null,
          lease_expires_at: null,
          usage: JSON.stringify({ ...(JSON.parse(row.usage) as object), estimated: true }),
          finished_at: tx.now,
        };
  await changeJob(tx, { before: row, after, trigger: 'lose', actor: systemActor });
};
