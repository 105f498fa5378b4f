import { drain } from '../lib/drain.ts';
import type { Storage } from '../storage/storage.ts';
import { listQuietSessions, markStalled } from './mark-stalled.ts';

const batch = 50;

interface StallWatch {
  storage: Storage;
  now: () => number;
  /** The time without work after which an active realtime session has stalled. */
  stallTimeoutMs: number;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
}

/** A round of the watch: marks each session that has stalled (PRES-6). */
export const watchStalls = async ({ storage, now, stallTimeoutMs, closing }: StallWatch): Promise<void> => {
  const failures = await drain(
    () => listQuietSessions(storage.read, now() - stallTimeoutMs, batch),
    ({ sessionId }) => storage.write((tx) => markStalled(tx, sessionId, stallTimeoutMs), { session: sessionId }),
    { batch, closing },
  );
  if (failures.length > 0) throw failures[0];
};
