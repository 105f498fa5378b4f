import type { JobSummary, Lease } from '@pairspace/protocol';
import { systemActor } from '../access/caller.ts';
import { isoTime } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { invariant } from '../lib/invariant.ts';
import { sql } from '../storage/sql.ts';
import type { Transaction } from '../storage/storage.ts';
import { wakeUpTopic } from './wake-up-topic.ts';
import { changeJob } from './change-job.ts';
import { type HeldJob, selectJob } from './job-store.ts';
import { findTurn, lockTurn, type TurnFilter } from './scheduler.ts';

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
  const after = leasedTo(claim, before, leaseId, tx.now);
  await changeJob(tx, { before, after, trigger: 'claim', actor: systemActor });
  const next = await findTurn(tx, claim);
  if (next) tx.notify(wakeUpTopic(next));
  return {
    leaseId,
    leaseMs: claim.leaseMs,
    leaseExpiresAt: isoTime(tx.now + claim.leaseMs),
    sessionId,
    jobId: before.summary.id,
  };
};

const leasedTo = (
  { worker, holder, leaseMs }: Claim,
  { summary, ...job }: HeldJob,
  leaseId: string,
  nowMs: number,
): HeldJob => {
  // The job may be queued after `nowMs`, by the clock of another node or while this transaction waited for a lock.
  const startedAt = Math.max(nowMs, job.queuedAt);
  const usage = { ...summary.usage, queueMs: startedAt - job.queuedAt };
  return {
    ...job,
    summary: { ...summary, status: 'running', attempt: summary.attempt + 1, worker, usage },
    leaseId,
    leaseHolder: holder,
    leaseExpiresAt: nowMs + leaseMs,
    startedAt,
  };
};
