import type { Logger } from 'pino';
import { type Background, type BackgroundJob, lookPauseMs, sweepJob, sweepPauseMs } from './background-job.ts';
import { forgetOldKeys } from './http/dispatch/idempotency.ts';
import { Repeat } from './lib/repeat.ts';
import type { Nodes } from './nodes/join-nodes.ts';
import type { Slice } from './slice.ts';
import type { Capacity } from './storage/storage.ts';

interface BackgroundParts extends Background {
  capacity: Capacity;
  nodes: Pick<Nodes, 'writeWatcherCounts'>;
  log: Pick<Logger, 'error'>;
}

/**
 * Starts the background jobs of the storage and of every slice. Disposing of the result waits for the jobs that are
 * running.
 */
export const startBackgroundJobs = (parts: BackgroundParts, slices: readonly Slice[]): AsyncDisposable => {
  const { nodes, log } = parts;
  const jobs = [
    ...storageJobs(parts),
    { name: 'telling other nodes who watches', pauseMs: () => lookPauseMs, run: nodes.writeWatcherCounts },
    sweepJob(parts, 'sweeping idempotency keys', forgetOldKeys),
    ...slices.flatMap((slice) => slice.backgroundJobs?.(parts) ?? []),
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

const storageJobs = ({ storage, closing, capacity }: BackgroundParts): readonly BackgroundJob[] => {
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
    pauseMs: () => lookPauseMs,
    run: async () => {
      capacity.isFull = (await storage.usedBytes()) >= storageBytes;
    },
  };
  return [compact, measure];
};
