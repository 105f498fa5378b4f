import type { Queries, Storage, Transaction } from '../storage/storage.ts';
import { workOff } from '../lib/work-off.ts';
import { listMissed, type OfflineRules, markOffline } from './mark-offline.ts';

const batch = 50;

export interface WatchOptions extends OfflineRules {
  storage: Storage;
  now: () => number;
  /** An active realtime session may go without work for this long. */
  stallTimeoutMs: number;
  listQuietSessions: (db: Queries, since: number, limit: number) => Promise<{ sessionId: string }[]>;
  markStalled: (tx: Transaction, sessionId: string, stallTimeoutMs: number) => Promise<void>;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
}

/**
 * One round of the watch: tells of every absence and stall that nobody told yet (PRES-4, PRES-5, PRES-6). It remembers
 * nothing. What is found here is only a guess: each transaction decides anew, so that of many watches one tells.
 */
export const watchPresence = async ({
  storage,
  now,
  stallTimeoutMs,
  listQuietSessions,
  markStalled,
  closing,
  ...rules
}: WatchOptions): Promise<void> => {
  const { read } = storage;
  const markEach = <T extends { sessionId: string }>(
    find: () => Promise<T[]>,
    mark: (tx: Transaction, found: T) => Promise<void>,
  ): Promise<unknown[]> =>
    workOff(find, (one) => storage.write((tx) => mark(tx, one), { session: one.sessionId }), { batch, closing });
  const markMissed = (missedPeriods: 0 | 1): Promise<unknown[]> =>
    markEach(
      () => listMissed(read, { missedPeriods, since: now() - missedPeriods * rules.presenceTimeoutMs, limit: batch }),
      (tx, agent) => markOffline(tx, agent, rules),
    );

  const failures = [
    ...(await markMissed(0)),
    ...(await markMissed(1)),
    ...(await markEach(
      () => listQuietSessions(read, now() - stallTimeoutMs, batch),
      (tx, { sessionId }) => markStalled(tx, sessionId, stallTimeoutMs),
    )),
  ];
  if (failures.length > 0) throw failures[0];
};
