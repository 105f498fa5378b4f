import { readConfig } from '../config.ts';
import { watchPresence } from '../presence/watch.ts';
import { pauseSession } from '../sessions/pause-session.ts';
import { listQuietSessions, markStalled } from '../sessions/mark-stalled.ts';
import type { Storage } from '../storage/storage.ts';
import { openBeside } from './open-beside.ts';
import type { TestApp } from './test-app.ts';

export interface TestWatch extends AsyncDisposable {
  storage: Storage;
  /** Runs one round to its end. */
  round: () => Promise<void>;
}

/** A presence watch as another process on the same data has it; it runs when it is told to. */
export const aWatch = async (app: TestApp): Promise<TestWatch> => {
  const storage = await openBeside(app);
  const options = {
    ...readConfig({}),
    storage,
    now: () => app.clock.now(),
    pauseSession,
    listQuietSessions,
    markStalled,
    closing: new AbortController().signal,
  };
  return {
    storage,
    round: () => watchPresence(options),
    [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
  };
};
