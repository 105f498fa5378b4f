import { createClient } from '../client.ts';
import type { ClientOptions } from '../connection.ts';
import { pause } from '../pause.ts';
import { type JobRunner, WorkerLoop } from './worker-loop.ts';

export interface WorkerOptions extends ClientOptions, JobRunner {
  /** The types of job that it runs. */
  types: string[];
  /** With a session's worker token: that session. Without it jobs of all sessions are claimed, with the operator's token. */
  sessionId?: string | undefined;
}

/** Claims jobs and runs them until it is told to stop; resolves when the last one is ended or given back (JOB-23). */
export const runWorker = async (options: WorkerOptions): Promise<void> => {
  const { types } = options;
  await new WorkerLoop({ pause, ...options, calls: createClient(options), types: () => types }).ended;
};
