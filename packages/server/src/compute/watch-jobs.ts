import { ServiceError } from '@pairspace/protocol';
import type { Storage, Transaction } from '../storage/storage.ts';
import {
  abandonJob,
  expireJob,
  holdPaused,
  listAbandoned,
  listHoldDue,
  listLapsedLeases,
  listOverdue,
} from './lapse-jobs.ts';
import { loseLapsed } from './leases.ts';

/** How many are taken at once; bounds how long they keep the writer from others. */
const batch = 50;

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
 * One round of the watch: ends what waited too long or was left in a completed session, and takes back the leases that
 * nobody keeps. It remembers nothing; each transaction decides anew, so that any number of watches may run.
 */
export const watchJobs = async ({ storage, now, queueTtlMs, keepLeases, closing }: JobWatch): Promise<void> => {
  const { read } = storage;
  const takeEach = async <T extends { sessionId: string }>(
    find: () => Promise<T[]>,
    work: (tx: Transaction, found: T) => Promise<void>,
  ): Promise<void> => {
    for (let found = batch; found === batch && !closing.aborted;) {
      const some = await find();
      await Promise.all(
        some.map((one) => unlessGone(storage.write((tx) => work(tx, one), { session: one.sessionId }))),
      );
      found = some.length;
    }
  };

  await keepLeases();
  await takeEach(
    () => listLapsedLeases(read, now(), batch),
    (tx, lease) => loseLapsed(tx, lease, queueTtlMs),
  );
  await takeEach(() => listHoldDue(read, batch), holdPaused);
  await takeEach(() => listOverdue(read, now(), batch), expireJob);
  await takeEach(() => listAbandoned(read, batch), abandonJob);
};

/** Another has been there first, or its session was deleted: there is nothing left to do. */
export const unlessGone = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ServiceError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND'))) throw error;
  }
};
