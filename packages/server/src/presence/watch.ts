import type { Storage } from '../storage/storage.ts';
import { drain } from '../lib/drain.ts';
import { listMissed, type OfflineRules, markOffline } from './mark-offline.ts';

const batch = 50;

export interface WatchOptions extends OfflineRules {
  storage: Storage;
  now: () => number;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
}

/**
 * A round of the watch: reports every absence that was not reported yet (PRES-4, PRES-5). The watch has no state. Its
 * query finds only candidates, and each transaction decides anew, so that only one of several watches reports an
 * absence.
 */
export const watchPresence = async ({ storage, now, closing, ...rules }: WatchOptions): Promise<void> => {
  const { read } = storage;
  const markMissed = (missedPeriods: 0 | 1): Promise<unknown[]> =>
    drain(
      () => listMissed(read, { missedPeriods, since: now() - missedPeriods * rules.presenceTimeoutMs, limit: batch }),
      (agent) => storage.write((tx) => markOffline(tx, agent, rules), { session: agent.sessionId }),
      { batch, closing },
    );

  const failures = [...(await markMissed(0)), ...(await markMissed(1))];
  if (failures.length > 0) throw failures[0];
};
