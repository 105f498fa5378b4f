import { readConfig } from '../config.ts';
import { watchPresence } from '../presence/watch.ts';
import { pauseSession } from '../sessions/pause-session.ts';
import { listQuietSessions, tellStall } from '../sessions/tell-stall.ts';
import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';
import type { TestApp } from './test-app.ts';

export interface TestWatch extends AsyncDisposable {
  storage: Storage;
  /** Runs one round to its end. */
  round: () => Promise<void>;
}

/** A presence watch as another process on the same data has it; it runs when it is told to. */
export const aWatch = async ({ config, clock }: TestApp): Promise<TestWatch> => {
  const storage = await openStorage({
    ...config,
    databaseConnections: 2,
    clock,
    onNudge: () => undefined,
    onAnnounce: () => undefined,
    onBatch: () => undefined,
    onRetry: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  const options = {
    ...readConfig({}),
    storage,
    now: () => clock.now(),
    pauseSession,
    listQuietSessions,
    tellStall,
    closing: new AbortController().signal,
  };
  return {
    storage,
    round: () => watchPresence(options),
    [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
  };
};
