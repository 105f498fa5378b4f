import { createClient } from '../client.ts';
import type { ClientOptions } from '../connection.ts';
import { pause } from '../pause.ts';
import { type JobRunner, WorkerLoop } from './worker-loop.ts';

export interface WorkerOptions extends ClientOptions, JobRunner {
  /** The types of job that the worker runs, or a function that is asked before each claim. */
  types: readonly string[] | (() => readonly string[]);
  /**
   * The session of a worker token. Without a session, the worker claims jobs of all sessions, which needs the
   * operator's token.
   */
  sessionId?: string | undefined;
}

/** Claims and runs jobs until `signal` aborts; resolves when the last job has ended or was released (JOB-23). */
export const runWorker = async (options: WorkerOptions): Promise<void> => {
  const { types } = options;
  await new WorkerLoop({
    pause,
    ...options,
    calls: createClient(options),
    types: typeof types === 'function' ? types : () => types,
  }).ended;
};
