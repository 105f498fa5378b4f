import { sandboxTypes, ServiceError } from '@pairspace/protocol';
import { drain } from '../lib/drain.ts';
import { isProcessGone } from '../lib/process-identity.ts';
import type { Storage, Transaction } from '../storage/storage.ts';
import type { ComputeBackend } from './compute-backend.ts';
import {
  cancelOrphan,
  expireJob,
  applyPause,
  listOrphans,
  listPauseChanges,
  listExpiredLeases,
  listHeldLeases,
  listOverdue,
  listWaitingFor,
  refuseJob,
} from './expire-jobs.ts';
import { loseExpired, loseJob } from './leases.ts';

const batch = 50;
const mostRecovered = 1000;

export interface JobWatch {
  storage: Storage;
  now: () => number;
  queueTtlMs: number;
  /** Renews the leases of this process, so that they do not count as expired when the clock has jumped. */
  keepLeases: () => Promise<void>;
  closedFor: ComputeBackend['closedFor'];
  /** Whether no other node could run a job. */
  isOnlyNode: () => boolean;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
}

/**
 * A round of the watch: ends jobs that waited too long or were left in a completed session, and takes back expired
 * leases. The watch has no state; each transaction decides anew, so that any number of watches may run.
 */
export const watchJobs = async (watch: JobWatch): Promise<void> => {
  const { storage, now, queueTtlMs, keepLeases, closedFor, isOnlyNode, closing } = watch;
  const { read } = storage;
  const takeEach = <T extends { sessionId: string }>(
    find: () => Promise<T[]>,
    work: (tx: Transaction, found: T) => Promise<void>,
  ): Promise<unknown[]> =>
    drain(find, (one) => unlessGone(storage.write((tx) => work(tx, one), { session: one.sessionId })), {
      batch,
      closing,
    });

  // The earlier of the times before and after the renewal counts: a clock that jumps in between ends no renewed lease.
  const before = now();
  await keepLeases();
  const renewedAt = Math.min(before, now());
  const failures = [
    ...(await takeEach(
      () => listExpiredLeases(read, renewedAt, batch),
      (tx, lease) => loseExpired(tx, lease, queueTtlMs),
    )),
    ...(await takeEach(() => listPauseChanges(read, batch), applyPause)),
    ...(await takeEach(
      () => listOverdue(read, now(), batch),
      (tx, key) => expireJob(tx, key, closedFor),
    )),
    ...(await takeEach(() => listOrphans(read, batch), cancelOrphan)),
  ];
  for (const type of isOnlyNode() ? sandboxTypes : []) {
    const closed = closedFor(type);
    if (!closed?.isFinal) continue;
    const ended = await takeEach(
      () => listWaitingFor(read, type, batch),
      (tx, key) => refuseJob(tx, key, closed.reason),
    );
    failures.push(...ended);
  }
  if (failures.length > 0) throw failures[0];
};

/**
 * Called at a start: takes back the leases of dead processes of this machine, so that their jobs need not wait for the
 * expiry.
 */
export const recoverJobs = async (storage: Storage, queueTtlMs: number): Promise<void> => {
  const held = await listHeldLeases(storage.read, mostRecovered);
  for (const lease of held.filter(({ holder }) => isProcessGone(holder))) {
    await unlessGone(storage.write((tx) => loseJob(tx, lease, queueTtlMs), { session: lease.sessionId }));
  }
};

/** Ignores a conflict or a missing job: another process was first, or the session was deleted. */
export const unlessGone = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (!isGone(error)) throw error;
  }
};

export const isGone = (error: unknown): boolean =>
  error instanceof ServiceError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND');
