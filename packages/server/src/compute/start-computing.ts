import type { Calls } from '@pairspace/client';
import type { openSandbox, Sandbox } from '@pairspace/sandbox';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { HostWorker } from '../access/caller.ts';
import type { Bus } from '../events/bus.ts';
import type { Metrics } from '../http/transport/metrics.ts';
import { Repeat } from '../lib/repeat.ts';
import type { Storage } from '../storage/storage.ts';
import { type ComputeBackend, type ComputeMode, noLocalBackend, sandboxBackend } from './compute-backend.ts';
import { LocalWorker } from './local-worker.ts';
import { listenToSandbox, measureQueue, measureRuntimes } from './metrics.ts';
import { recoverJobs, watchJobs } from './watch-jobs.ts';

interface ComputingOptions {
  compute: ComputeMode;
  computeSlots: number;
  computeMemoryMb: number | undefined;
  computePollMs: number;
  jobQueueTtlMs: number;
  wheelsFolder: string | undefined;
  dataFolder: string;
  storage: Storage;
  bus: Bus;
  now: () => number;
  metrics: Metrics;
  log: Logger;
  fileBytes: number;
  /** The pause before a round that any node may make; it grows with the number of nodes. */
  pollInterval: (pauseMs: number) => number;
  /** Whether no other node could run a job. */
  isOnlyNode: () => boolean;
  callsAs: (worker: HostWorker) => Calls;
  /** A sandbox in place of the real one, for tests. */
  openSandbox?: typeof openSandbox | undefined;
  closing: AbortSignal;
}

/** The part of the service that runs jobs, and watches the jobs that other workers run. */
export interface Computing extends AsyncDisposable {
  backend: ComputeBackend;
  /** Begins to claim jobs; called when the endpoints are bound. */
  work: () => void;
}

export const startComputing = async (options: ComputingOptions): Promise<Computing> => {
  const { compute, jobQueueTtlMs, storage, now, metrics } = options;
  let worker: LocalWorker | undefined;
  const onRuntimes = (): void => worker?.claimAnew();
  const sandbox = compute === 'on' ? await openSandboxOf(options, onRuntimes) : undefined;
  const backend = sandbox ? sandboxBackend(sandbox) : noLocalBackend(compute === 'off' ? 'off' : 'workers');
  measureQueue(metrics, storage.read, now);
  await recoverJobs(storage, jobQueueTtlMs);
  if (sandbox) {
    metrics.gauge('pairspace_jobs_running', 'Jobs that run in this process', () => worker?.size ?? 0);
    measureRuntimes(metrics, sandbox);
  }
  const watch = startWatch(options, backend, async () => worker?.renewLeases());
  return {
    backend,
    work: () => {
      if (sandbox) worker = startWorker(sandbox, options);
    },
    async [Symbol.asyncDispose]() {
      await worker?.[Symbol.asyncDispose]();
      await sandbox?.[Symbol.asyncDispose]();
      await watch[Symbol.asyncDispose]();
    },
  };
};

/** The sandbox package is loaded only where jobs run in it. */
const openSandboxOf = async (
  { computeMemoryMb, dataFolder, wheelsFolder, fileBytes, metrics, log, openSandbox: given }: ComputingOptions,
  onRuntimes: () => void,
): Promise<Sandbox> => {
  const open = given ?? (await import('@pairspace/sandbox')).openSandbox;
  const listen = listenToSandbox(metrics, log);
  return open({
    ...(computeMemoryMb === undefined ? {} : { memoryBudgetMb: computeMemoryMb }),
    cacheFolder: join(dataFolder, 'sandbox'),
    ...(wheelsFolder === undefined ? {} : { wheelsFolder }),
    maxOutputFileBytes: fileBytes,
    onEvent: (event) => {
      listen(event);
      if (event.type.startsWith('runtime_')) onRuntimes();
    },
  });
};

const startWatch = (
  { storage, now, jobQueueTtlMs, isOnlyNode, closing, computePollMs, pollInterval, log }: ComputingOptions,
  { closedFor }: ComputeBackend,
  keepLeases: () => Promise<void>,
): Repeat =>
  new Repeat(() => watchJobs({ storage, now, queueTtlMs: jobQueueTtlMs, keepLeases, closedFor, isOnlyNode, closing }), {
    pauseMs: () => pollInterval(computePollMs),
    onError: (err) => {
      log.error({ err }, 'a round of the job watch failed');
    },
  });

const startWorker = (
  sandbox: Sandbox,
  { callsAs, storage, bus, computeSlots, jobQueueTtlMs, log }: ComputingOptions,
): LocalWorker =>
  new LocalWorker({
    callsAs,
    storage,
    bus,
    sandbox,
    slots: computeSlots,
    queueTtlMs: jobQueueTtlMs,
    onError: (err) => {
      log.warn({ err }, 'the worker of this process met a problem');
    },
  });
