import type { Logger } from 'pino';
import { type Background, type BackgroundJob, sweepJob, sweepPauseMs } from './background-job.ts';
import { forgetOldKeys } from './http/idempotency.ts';
import { forgetOldCounts } from './limits/shared-limit.ts';
import { Repeat } from './lib/repeat.ts';
import type { Slice } from './slice.ts';
import type { Capacity } from './storage/storage.ts';

interface BackgroundOptions {
  slices: readonly Slice[];
  capacity: Capacity;
  /** Says that this node is alive. */
  writeWatcherCounts: () => Promise<void>;
  log: Pick<Logger, 'error'>;
}

/** Starts the background jobs of the storage and of every slice; disposing of them waits for those that run. */
export const startBackgroundJobs = (
  background: Background,
  { slices, capacity, writeWatcherCounts, log }: BackgroundOptions,
): AsyncDisposable => {
  const jobs = [
    ...storageJobs(background, capacity),
    { name: 'telling other nodes who watches', pauseMs: () => sweepPauseMs, run: writeWatcherCounts },
    sweepJob(background, 'sweeping idempotency keys', forgetOldKeys),
    sweepJob(background, 'sweeping tallies', forgetOldCounts),
    ...slices.flatMap((slice) => slice.backgroundJobs?.(background) ?? []),
  ];
  const loops = jobs.map(
    ({ name, pauseMs, run }) =>
      new Repeat(run, {
        pauseMs,
        onError: (err) => {
          log.error({ err }, `${name} failed`);
        },
      }),
  );
  return {
    async [Symbol.asyncDispose]() {
      for (const loop of loops) await loop[Symbol.asyncDispose]();
    },
  };
};

const storageJobs = ({ storage, closing }: Background, capacity: Capacity): readonly BackgroundJob[] => {
  const compact: BackgroundJob = {
    name: 'giving room back to the disk',
    pauseMs: () => sweepPauseMs,
    run: async () => {
      while ((await storage.compact()) && !closing.aborted);
    },
  };
  const { storageBytes } = capacity;
  if (storageBytes === undefined) return [compact];
  const measure: BackgroundJob = {
    name: 'measuring the database',
    pauseMs: () => sweepPauseMs,
    run: async () => {
      capacity.isFull = (await storage.usedBytes()) >= storageBytes;
    },
  };
  return [compact, measure];
};
