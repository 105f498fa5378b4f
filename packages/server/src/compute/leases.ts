import { conflict, type Endpoints, type JobProgress, type ResultOf, ServiceError } from '@pairspace/protocol';
import { whyNoRoom } from '../access/capacity.ts';
import { systemActor } from '../access/caller.ts';
import { findSessionHead } from '../access/session-head.ts';
import { announce } from '../events/announce.ts';
import { isoTime } from '../lib/clock.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeJob } from './change-job.ts';
import { type HeldJob, type JobKey, lockJob, noUsage } from './job-store.ts';

const progressPauseMs = 250;

export interface LeaseKey extends JobKey {
  leaseId: string;
}

/** Locks a job and returns it to the holder of its lease. A worker that lost the lease is refused (JOB-24). */
export const lockLeased = async (tx: Transaction, { leaseId, ...key }: LeaseKey): Promise<HeldJob> => {
  const job = await lockJob(tx, key);
  if (!(await findSessionHead(tx, key.sessionId))) throw new ServiceError('NOT_FOUND', 'There is no such session.');
  const { status } = job.summary;
  if (status === 'running' && job.leaseId === leaseId) return job;
  throw conflict('lease_lost', `This lease is over: the job is ${status}. Stop working on it.`, { status });
};

export const renewLease = async (
  tx: Transaction,
  key: LeaseKey,
  leaseMs: number,
  progress?: { fraction: number; message?: string | null | undefined },
): Promise<ResultOf<Endpoints['renewLease']>> => {
  const { sessionId, id, leaseId } = key;
  const { progressAt } = await lockLeased(tx, key);
  const expiresAt = tx.now + leaseMs;
  await tx.run`update job set lease_expires_at = ${expiresAt} where session_id = ${sessionId} and id = ${id}`;
  if (progress)
    await setProgress(tx, key, progressAt, { fraction: progress.fraction, message: progress.message ?? null });
  return { id, leaseId, leaseExpiresAt: isoTime(expiresAt) };
};

/**
 * Stores the progress in the record of the job, without an event. Live streams get it at most four times a second
 * (LIVE-5).
 */
const setProgress = async (
  tx: Transaction,
  { sessionId, id }: JobKey,
  toldAt: number | null,
  progress: JobProgress,
): Promise<void> => {
  const isTold = tx.now - (toldAt ?? 0) >= progressPauseMs;
  await tx.run`
    update job set progress = ${JSON.stringify(progress)}, progress_at = ${isTold ? tx.now : toldAt}
    where session_id = ${sessionId} and id = ${id}
  `;
  if (!isTold) return;
  const frame = { id, sessionId, jobId: id, ...progress };
  announce(tx, { sessionId, event: 'job.progress', actor: systemActor }, frame);
};

const queuedAgain = ({ summary, ...job }: HeldJob, now: number, queueTtlMs: number): HeldJob => ({
  ...job,
  summary: { ...summary, status: 'pending', worker: null, progress: null, usage: noUsage },
  expiresAt: now + queueTtlMs,
  queuedAt: Math.max(now, Date.parse(summary.createdAt)),
  startedAt: null,
});

/**
 * Returns a job to the queue. The attempt does not count. In a full session the attempt counts, because each claim and
 * each release adds an event (CAP-19).
 */
export const releaseJob = async (tx: Transaction, key: LeaseKey, queueTtlMs: number): Promise<void> => {
  const before = await lockLeased(tx, key);
  const head = await findSessionHead(tx, key.sessionId);
  if (head && whyNoRoom(tx, head.storedBytes, 0)) {
    await loseJob(tx, key, queueTtlMs);
    return;
  }
  const after = queuedAgain(before, tx.now, queueTtlMs);
  after.summary.attempt -= 1;
  await changeJob(tx, { before, after, trigger: 'release', actor: systemActor });
};

/** Takes an expired lease away, unless it was renewed meanwhile. */
export const loseExpired = async (tx: Transaction, key: LeaseKey, queueTtlMs: number): Promise<void> => {
  const { leaseExpiresAt } = await lockLeased(tx, key);
  if (leaseExpiresAt !== null && leaseExpiresAt <= tx.now) await loseJob(tx, key, queueTtlMs);
};

/** Takes away a lease that nobody renews any more. The job gets another attempt, or fails as lost (JOB-14). */
export const loseJob = async (tx: Transaction, key: LeaseKey, queueTtlMs: number): Promise<void> => {
  const before = await lockLeased(tx, key);
  const { attempt, maxAttempts } = before.summary;
  const after = attempt < maxAttempts ? queuedAgain(before, tx.now, queueTtlMs) : lost(before);
  await changeJob(tx, { before, after, trigger: 'lose', actor: systemActor });
};

const lost = ({ summary, ...job }: HeldJob): HeldJob => {
  const message = `Whoever ran it was gone, at attempt ${String(summary.attempt)} of ${String(summary.maxAttempts)}.`;
  const usage = { ...summary.usage, estimated: true };
  return { ...job, summary: { ...summary, status: 'failed', error: { reason: 'lost', message }, usage } };
};
