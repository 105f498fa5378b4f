import type { Lease } from '@pairspace/protocol';
import { systemActor } from '../access/caller.ts';
import { isoTime } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { invariant } from '../lib/invariant.ts';
import type { Transaction } from '../storage/storage.ts';
import { wakeUpTopic } from './wake-up-topic.ts';
import { changeJob } from './change-job.ts';
import { type JobRow, noUsage } from './job-store.ts';
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
  hasRoom?: ((job: JobRow) => boolean) | undefined;
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
  const row = await tx.get<JobRow>`select * from job where session_id = ${sessionId} and number = ${number}`;
  invariant(row?.status === 'pending', 'the job that was found waits');
  if (claim.hasRoom && !claim.hasRoom(row)) return undefined;
  const leaseId = newId('lease', tx.now);
  const after = leasedTo(claim, row, leaseId, tx.now);
  await changeJob(tx, { before: row, after, trigger: 'claim', actor: systemActor });
  const next = await findTurn(tx, claim);
  if (next) tx.notify(wakeUpTopic(next));
  return {
    leaseId,
    leaseMs: claim.leaseMs,
    leaseExpiresAt: isoTime(tx.now + claim.leaseMs),
    sessionId,
    jobId: row.id,
  };
};

const leasedTo = ({ worker, holder, leaseMs }: Claim, row: JobRow, leaseId: string, nowMs: number): JobRow => {
  // The job may be queued after `nowMs`, by the clock of another node or while this transaction waited for a lock.
  const startedAt = Math.max(nowMs, row.queued_at);
  return {
    ...row,
    status: 'running',
    attempt: row.attempt + 1,
    worker,
    lease_id: leaseId,
    lease_holder: holder,
    lease_expires_at: nowMs + leaseMs,
    expires_at: null,
    started_at: startedAt,
    usage: JSON.stringify({ ...noUsage, queueMs: startedAt - row.queued_at }),
  };
};
