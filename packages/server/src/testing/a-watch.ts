import { readConfig } from '../config.ts';
import { watchPresence } from '../presence/watch.ts';
import { pauseSession } from '../sessions/pause-session.ts';
import { watchStalls } from '../sessions/watch-stalls.ts';
import type { Storage } from '../storage/storage.ts';
import { openBeside } from './open-beside.ts';
import type { TestApp } from './test-app.ts';

export interface TestWatch extends AsyncDisposable {
  storage: Storage;
  /** Runs one round of the watches for absences and for stalled sessions. */
  round: () => Promise<void>;
}

/** The watches of another process on the same data; they run when the test calls them. */
export const aWatch = async (app: TestApp): Promise<TestWatch> => {
  const storage = await openBeside(app);
  const options = {
    ...readConfig({}),
    storage,
    now: () => app.clock.now(),
    pauseSession,
    closing: new AbortController().signal,
  };
  return {
    storage,
    round: async () => {
      await watchPresence(options);
      await watchStalls(options);
    },
    [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
  };
};
