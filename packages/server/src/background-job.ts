import type { Config } from './config.ts';
import type { Metrics } from './http/transport/metrics.ts';
import type { SessionTable } from './storage/session-table.ts';
import type { Storage, Transaction } from './storage/storage.ts';

/** The dependencies of background jobs. */
export interface Background extends Config {
  storage: Storage;
  /** The tables in which slices keep data of a session. */
  sessionTables: readonly SessionTable[];
  now: () => number;
  metrics: Pick<Metrics, 'counter' | 'gauge'>;
  /** The pause of this node before a round of work that any node may do. */
  pollInterval: (pauseMs: number) => number;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
}

/** Work that the service does again and again, with a pause between. */
export interface BackgroundJob {
  /** The name of the job in the log when it fails. */
  name: string;
  pauseMs: () => number;
  run: () => Promise<unknown>;
}

/** The pause of work that others wait for. */
export const lookPauseMs = 1000;
/** The pause of work that nobody waits for. */
export const sweepPauseMs = 10_000;

/** Makes a job that removes a few rows in each transaction, until `work` returns that there are no more. */
export const sweepJob = (
  { storage, pollInterval, closing }: Background,
  name: string,
  work: (tx: Transaction) => Promise<number | boolean>,
): BackgroundJob => ({
  name,
  pauseMs: () => pollInterval(sweepPauseMs),
  run: async () => {
    while ((await storage.write(work, { concurrent: true })) && !closing.aborted);
  },
});
