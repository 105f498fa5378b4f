import type { openSandbox, Runtime, Sandbox } from '@pairspace/sandbox';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Bus } from '../events/bus.ts';
import type { Metrics } from '../http/metrics.ts';
import { processIdentity } from '../lib/process-identity.ts';
import { Repeat } from '../lib/repeat.ts';
import type { Storage } from '../storage/storage.ts';
import { Executor } from './executor.ts';
import { listenToSandbox, measureQueue } from './metrics.ts';
import { type ComputeMode, noLocalBackend, type ComputeBackend } from './compute-backend.ts';
import type { OutputRules, OutputScreen } from './place-outputs.ts';
import { recoverJobs } from './recover-jobs.ts';
import { sandboxBackend } from './sandbox-backend.ts';
import { watchJobs } from './watch-jobs.ts';

interface ComputingOptions {
  compute: ComputeMode;
  computeSlots: number;
  computeMemoryMb: number | undefined;
  computePollMs: number;
  jobLeaseMs: number;
  jobQueueTtlMs: number;
  wheelsFolder: string | undefined;
  dataFolder: string;
  storage: Storage;
  bus: Bus;
  now: () => number;
  metrics: Metrics;
  log: Logger;
  outputRules: OutputRules & OutputScreen;
  fileBytes: number;
  /** How long to wait before a round that any node may make. */
  pollInterval: (pauseMs: number) => number;
  /** Another sandbox than the real one. */
  openSandbox?: typeof openSandbox | undefined;
  closing: AbortSignal;
}

/** The part of the service that runs jobs, and looks after those that others run. */
export interface Computing extends AsyncDisposable {
  backend: ComputeBackend;
}

export const startComputing = async (options: ComputingOptions): Promise<Computing> => {
  const { compute, computePollMs, jobQueueTtlMs, storage, now, metrics, log, pollInterval } = options;
  const refused = new Set<Runtime>();
  const sandbox = compute === 'on' ? await openSandboxOf(options, refused) : undefined;
  measureQueue(metrics, storage.read, now);
  await recoverJobs(storage, jobQueueTtlMs);
  const executor = sandbox && startExecutor(sandbox, options);
  if (executor) metrics.gauge('pairspace_jobs_running', 'Jobs that run in this process', () => executor.load.jobs);
  const watch = new Repeat(
    () =>
      watchJobs({
        storage,
        now,
        queueTtlMs: jobQueueTtlMs,
        keepLeases: async () => executor?.keepLeases(),
        closing: options.closing,
      }),
    {
      pauseMs: () => pollInterval(computePollMs),
      onError: (err) => {
        log.error({ err }, 'a round of the job watch failed');
      },
    },
  );
  return {
    backend: sandbox ? sandboxBackend(sandbox, refused) : noLocalBackend(compute === 'off' ? 'off' : 'workers'),
    async [Symbol.asyncDispose]() {
      await executor?.[Symbol.asyncDispose]();
      await sandbox?.[Symbol.asyncDispose]();
      await watch[Symbol.asyncDispose]();
    },
  };
};

/** The sandbox is loaded where it is used alone. */
const openSandboxOf = async (
  { computeMemoryMb, dataFolder, wheelsFolder, fileBytes, metrics, log, openSandbox: given }: ComputingOptions,
  refused: Set<Runtime>,
): Promise<Sandbox> => {
  const open = given ?? (await import('@pairspace/sandbox')).openSandbox;
  return open({
    ...(computeMemoryMb === undefined ? {} : { memoryBudgetMb: computeMemoryMb }),
    cacheFolder: join(dataFolder, 'sandbox'),
    ...(wheelsFolder === undefined ? {} : { wheelsFolder }),
    maxOutputFileBytes: fileBytes,
    onEvent: listenToSandbox(metrics, log, refused),
  });
};

const startExecutor = (
  sandbox: Sandbox,
  { storage, bus, now, pollInterval, outputRules, log, ...settings }: ComputingOptions,
): Executor =>
  new Executor({
    ...outputRules,
    storage,
    bus,
    sandbox,
    now,
    pollInterval,
    holder: processIdentity(),
    slots: settings.computeSlots,
    leaseMs: settings.jobLeaseMs,
    queueTtlMs: settings.jobQueueTtlMs,
    pollMs: settings.computePollMs,
    onError: (err) => {
      log.error({ err }, 'the executor failed');
    },
  });
