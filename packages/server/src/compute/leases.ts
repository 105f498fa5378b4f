import { type Endpoints, type JobProgress, type JobSummary, type Lease, type ResultOf } from '@pairspace/protocol';
import { whyNoRoom } from '../access/capacity.ts';
import { systemActor } from '../access/caller.ts';
import { announce } from '../events/announce.ts';
import { isoTime } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { invariant } from '../lib/invariant.ts';
import { sql } from '../storage/sql.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeJob } from './change-job.ts';
import { type HeldJob, type JobKey, type LeaseKey, lockLeased, noUsage, selectJob } from './job-store.ts';
import { findTurn, lockTurn, type TurnFilter, wakeUpTopic } from './scheduler.ts';
import { stopJob } from './stop-job.ts';

const progressPauseMs = 250;

export interface Claim extends TurnFilter {
  /** The worker's name for the record. */
  worker: string;
  /**
   * The process that holds the lease; null for a worker outside the service. After a crash the name shows whose leases
   * are void.
   */
  holder: string | null;
  leaseMs: number;
  /** Whether there is room for this job now. The job whose turn it is waits for room, and no other job overtakes it. */
  hasRoom?: ((job: JobSummary) => boolean) | undefined;
}

/**
 * A lease and the keys of its job. The job itself may be large, so `lease-inputs.ts` reads it after the commit of the
 * claim. A repetition of the claim gets the same keys.
 */
export type LeaseRef = Pick<Lease, 'leaseId' | 'leaseMs' | 'leaseExpiresAt'> & { sessionId: string; jobId: string };

/** Takes the job whose turn it is, and leases it to the caller; undefined when there is no job (JOB-23). */
export const claimJob = async (tx: Transaction, claim: Claim): Promise<LeaseRef | undefined> => {
  const turn = await lockTurn(tx, claim);
  if (!turn) return undefined;
  const { sessionId, number } = turn;
  const before = await selectJob(tx, sql`job.session_id = ${sessionId} and number = ${number}`);
  invariant(before?.summary.status === 'pending', 'the job that was found waits');
  if (claim.hasRoom && !claim.hasRoom(before.summary)) return undefined;
  const leaseId = newId('lease', tx.now);
  const { worker, holder, leaseMs } = claim;
  const { summary, queuedAt } = before;
  const leaseExpiresAt = tx.now + leaseMs;
  // The job may be queued after `tx.now`, by the clock of another node or while this transaction waited for a lock.
  const startedAt = Math.max(tx.now, queuedAt);
  const usage = { ...summary.usage, queueMs: startedAt - queuedAt };
  const after: HeldJob = {
    ...before,
    ...{ leaseId, leaseHolder: holder, leaseExpiresAt, startedAt },
    summary: { ...summary, status: 'running', attempt: summary.attempt + 1, worker, usage },
  };
  await changeJob(tx, { before, after, trigger: 'claim', actor: systemActor });
  const next = await findTurn(tx, claim);
  if (next) tx.notify(wakeUpTopic(next));
  return { leaseId, leaseMs, leaseExpiresAt: isoTime(leaseExpiresAt), sessionId, jobId: summary.id };
};

export const renewLease = async (
  tx: Transaction,
  key: LeaseKey,
  leaseMs: number,
  progress?: { fraction: number; message?: string | null | undefined },
): Promise<ResultOf<Endpoints['renewLease']>> => {
  const { sessionId, id, leaseId } = key;
  const { job } = await lockLeased(tx, key);
  const expiresAt = tx.now + leaseMs;
  await tx.run`update job set lease_expires_at = ${expiresAt} where session_id = ${sessionId} and id = ${id}`;
  if (progress) {
    const { fraction, message = null } = progress;
    await setProgress(tx, key, job.progressAt, { fraction, message });
  }
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

/**
 * Returns a job to the queue. The attempt does not count. In a full session the attempt counts, because each claim and
 * each release adds an event (CAP-19).
 */
export const releaseJob = async (tx: Transaction, key: LeaseKey, queueTtlMs: number): Promise<void> => {
  const { job, session } = await lockLeased(tx, key);
  if (whyNoRoom(tx, session.storedBytes, 0)) await loseJob(tx, job, queueTtlMs);
  else await queueAgain(tx, job, { trigger: 'release', attempt: job.summary.attempt - 1, queueTtlMs });
};

/**
 * Takes the lease of a locked job away, because nobody renews it any more. The job gets another attempt, or fails as
 * lost (JOB-14).
 */
export const loseJob = async (tx: Transaction, job: HeldJob, queueTtlMs: number): Promise<void> => {
  const { attempt, maxAttempts } = job.summary;
  if (attempt < maxAttempts) await queueAgain(tx, job, { trigger: 'lose', attempt, queueTtlMs });
  else {
    const message = `Whoever ran it was gone, at attempt ${String(attempt)} of ${String(maxAttempts)}.`;
    await stopJob(tx, job, { reason: 'lost', message });
  }
};

const queueAgain = (
  tx: Transaction,
  before: HeldJob,
  { trigger, attempt, queueTtlMs }: { trigger: 'release' | 'lose'; attempt: number; queueTtlMs: number },
): Promise<HeldJob> => {
  const { summary } = before;
  const after: HeldJob = {
    ...before,
    summary: { ...summary, status: 'pending', attempt, worker: null, progress: null, usage: noUsage },
    expiresAt: tx.now + queueTtlMs,
    queuedAt: Math.max(tx.now, Date.parse(summary.createdAt)),
    startedAt: null,
  };
  return changeJob(tx, { before, after, trigger, actor: systemActor });
};
