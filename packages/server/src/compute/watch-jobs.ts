import { ServiceError } from '@pairspace/protocol';
import { drain } from '../lib/drain.ts';
import { isProcessGone } from '../lib/process-identity.ts';
import type { Storage, Transaction } from '../storage/storage.ts';
import {
  abandonJob,
  cancelUnseated,
  expireJob,
  applyPause,
  listAbandoned,
  listUnseated,
  listPauseChanges,
  listExpiredLeases,
  listHeldLeases,
  listOverdue,
} from './expire-jobs.ts';
import { loseExpired, loseJob } from './leases.ts';

const batch = 50;
const mostRecovered = 1000;

export interface JobWatch {
  storage: Storage;
  now: () => number;
  queueTtlMs: number;
  /** Renews what this process holds: when the clock has jumped, its own leases are not taken for lapsed. */
  keepLeases: () => Promise<void>;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
}

/**
 * A round of the watch: ends jobs that waited too long or were left in a completed session, and takes back expired
 * leases. The watch has no state; each transaction decides anew, so that any number of watches may run.
 */
export const watchJobs = async ({ storage, now, queueTtlMs, keepLeases, closing }: JobWatch): Promise<void> => {
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
    ...(await takeEach(() => listPauseChanges(read, now(), batch), applyPause)),
    ...(await takeEach(() => listOverdue(read, now(), batch), expireJob)),
    ...(await takeEach(() => listAbandoned(read, batch), abandonJob)),
    ...(await takeEach(() => listUnseated(read, batch), cancelUnseated)),
  ];
  if (failures.length > 0) throw failures[0];
};

/** At a start: jobs of processes of this machine that are gone need not wait until their leases have run out. */
export const recoverJobs = async (storage: Storage, queueTtlMs: number): Promise<void> => {
  const held = await listHeldLeases(storage.read, mostRecovered);
  for (const lease of held.filter(({ holder }) => isProcessGone(holder))) {
    await unlessGone(storage.write((tx) => loseJob(tx, lease, queueTtlMs), { session: lease.sessionId }));
  }
};

/** Another has been there first, or its session was deleted: there is nothing left to do. */
export const unlessGone = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (!isGone(error)) throw error;
  }
};

export const isGone = (error: unknown): boolean =>
  error instanceof ServiceError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND');
