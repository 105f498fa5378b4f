import { isProcessGone } from '../lib/process-identity.ts';
import type { Storage } from '../storage/storage.ts';
import { listHeldLeases } from './expire-jobs.ts';
import { loseJob } from './leases.ts';
import { unlessGone } from './watch-jobs.ts';

const most = 1000;

/** At a start: jobs of processes of this machine that are gone need not wait until their leases have run out. */
export const recoverJobs = async (storage: Storage, queueTtlMs: number): Promise<void> => {
  const held = await listHeldLeases(storage.read, most);
  for (const lease of held.filter(({ holder }) => isProcessGone(holder))) {
    await unlessGone(storage.write((tx) => loseJob(tx, lease, queueTtlMs), { session: lease.sessionId }));
  }
};
