import type { Sandbox } from '@pairspace/sandbox';
import { join } from 'node:path';
import { localCalls } from '../http/dispatch/local-dispatch.ts';
import { invariant } from '../lib/invariant.ts';
import { Repeat } from '../lib/repeat.ts';
import { RateLimit } from '../limits/rate-limit.ts';
import type { Service, Slice } from '../slice.ts';
import type { SessionTable } from '../storage/session-table.ts';
import type { Queries } from '../storage/storage.ts';
import type { ComputeBackend } from './compute-backend.ts';
import { getCompute } from './get-compute.ts';
import { listWholeJobs } from './list-jobs.ts';
import { LocalWorker } from './local-worker.ts';
import { listenToSandbox, measureQueue, measureRuntimes } from './metrics.ts';
import { bindCompute, type ComputeRoutes } from './routes.ts';
import { recoverJobs, watchJobs } from './watch-jobs.ts';

interface Neighbours extends Pick<ComputeRoutes, 'setSession'> {
  /** Both operations belong to other slices and are made for this service. */
  writeOutputs: (service: Service) => ComputeRoutes['writeOutputs'];
  screenOutput: (service: Service) => ComputeRoutes['screenOutput'];
}

/** Jobs as a slice: pools, the queue, leases, the watch of all jobs, and the worker of this process. */
export class ComputeSlice implements Slice {
  readonly sessionTables: readonly SessionTable[] = [
    { name: 'compute_pool', atOnce: 'before the session' },
    { name: 'job_file', later: { key: ['job_id', 'path'], isLarge: true, refersToContents: true } },
    { name: 'job', later: { key: ['number'], isLarge: true } },
    { name: 'claimed_type', later: { key: [] } },
    { name: 'job_upload', later: { key: ['job_id', 'path'], isLarge: true, refersToContents: true } },
    { name: 'job_output', later: { key: ['job_id', 'stream', 'since'], isLarge: true } },
  ];
  /** The part of an export about jobs. */
  readonly exportSection = {
    summary: (db: Queries, sessionId: string) => getCompute(db, sessionId, this.#startedBackend),
    jobs: listWholeJobs,
  };
  readonly #neighbours: Neighbours;
  #backend: ComputeBackend | undefined;
  #sandbox: Sandbox | undefined;
  #worker: LocalWorker | undefined;

  constructor(neighbours: Neighbours) {
    this.#neighbours = neighbours;
  }

  async start(service: Service): Promise<AsyncDisposable> {
    const { compute, storage, now, metrics, jobQueueTtlMs } = service;
    if (compute === 'on') this.#sandbox = await openSandbox(service, () => this.#worker?.claimAnew());
    this.#backend = { mode: compute, sandbox: this.#sandbox };
    measureQueue(metrics, storage.read, now);
    await recoverJobs(storage, jobQueueTtlMs);
    if (this.#sandbox) {
      metrics.gauge('pairspace_jobs_running', 'Jobs that run in this process', () => this.#worker?.size ?? 0);
      measureRuntimes(metrics, this.#sandbox);
    }
    const watch = startWatch(service, this.#backend, async () => this.#worker?.renewLeases());
    return {
      [Symbol.asyncDispose]: async () => {
        await this.#worker?.[Symbol.asyncDispose]();
        await this.#sandbox?.[Symbol.asyncDispose]();
        await watch[Symbol.asyncDispose]();
      },
    };
  }

  /** Begins to claim jobs when the endpoints are bound. */
  bind(service: Service): void {
    bindCompute({
      ...service,
      pathBytes: service.limits.pathBytes,
      writeOutputs: this.#neighbours.writeOutputs(service),
      screenOutput: this.#neighbours.screenOutput(service),
      backend: this.#startedBackend,
      setSession: this.#neighbours.setSession,
      poolLimit: new RateLimit('new pools', service.poolRate),
      jobLimit: new RateLimit('new jobs', service.jobRate),
    });
    if (this.#sandbox) this.#worker = startWorker(service, this.#sandbox);
  }

  get #startedBackend(): ComputeBackend {
    invariant(this.#backend, 'computing was started');
    return this.#backend;
  }
}

/** The sandbox package is loaded only where jobs run in it. */
const openSandbox = async (
  { computeMemoryMb, dataFolder, wheelsFolder, limits, metrics, log, openSandbox: given }: Service,
  onRuntimes: () => void,
): Promise<Sandbox> => {
  const open = given ?? (await import('@pairspace/sandbox')).openSandbox;
  const listen = listenToSandbox(metrics, log);
  return open({
    ...(computeMemoryMb !== undefined && { memoryBudgetMb: computeMemoryMb }),
    cacheFolder: join(dataFolder, 'sandbox'),
    ...(wheelsFolder !== undefined && { wheelsFolder }),
    maxOutputFileBytes: limits.fileBytes,
    onEvent: (event) => {
      listen(event);
      if (event.type.startsWith('runtime_')) onRuntimes();
    },
  });
};

const startWatch = (service: Service, backend: ComputeBackend, keepLeases: () => Promise<void>): Repeat => {
  const { jobQueueTtlMs: queueTtlMs, computePollMs, pollInterval, nodes, log } = service;
  const watch = { ...service, backend, queueTtlMs, keepLeases, isOnlyNode: nodes.isOnly };
  return new Repeat(() => watchJobs(watch), {
    pauseMs: () => pollInterval(computePollMs),
    onError: (err) => {
      log.error({ err }, 'a round of the job watch failed');
    },
  });
};

const startWorker = (service: Service, sandbox: Sandbox): LocalWorker => {
  const { dispatch, log, computeSlots: slots, jobQueueTtlMs: queueTtlMs } = service;
  return new LocalWorker({
    ...service,
    ...{ sandbox, slots, queueTtlMs },
    callsAs: (worker) =>
      localCalls(dispatch, { worker, clientAddress: 'the worker of this process' }, (err) => {
        log.error({ err }, 'a call of the worker of this process failed');
      }),
    onError: (err) => {
      log.warn({ err }, 'the worker of this process met a problem');
    },
  });
};
