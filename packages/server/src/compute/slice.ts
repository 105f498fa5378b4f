import { RateLimit } from '../limits/rate-limit.ts';
import { invariant } from '../lib/invariant.ts';
import type { Service, Slice } from '../slice.ts';
import type { SessionTable } from '../storage/session-table.ts';
import type { Queries } from '../storage/storage.ts';
import type { ComputeBackend } from './compute-backend.ts';
import { localCalls } from '../http/dispatch/local-dispatch.ts';
import { getCompute } from './get-compute.ts';
import { listWholeJobs } from './list-jobs.ts';
import type { OutputRules } from './place-outputs.ts';
import { bindCompute, type OutputScreen } from './routes.ts';
import { type Computing, startComputing } from './start-computing.ts';
import type { SteeringParts } from './steer-session.ts';

interface Neighbours extends Pick<SteeringParts, 'setSession'> {
  /** Both operations belong to other slices and are made for this service. */
  writeOutputs: (service: Service) => OutputRules['writeOutputs'];
  screenOutput: (service: Service) => OutputScreen['screenOutput'];
}

/** Jobs as a slice: pools, the queue, leases, and the worker of this process. */
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
  #computing: Computing | undefined;

  constructor(neighbours: Neighbours) {
    this.#neighbours = neighbours;
  }

  async start(service: Service): Promise<AsyncDisposable> {
    const { limits, dispatch, log } = service;
    this.#computing = await startComputing({
      ...service,
      fileBytes: limits.fileBytes,
      isOnlyNode: service.nodes.isOnly,
      callsAs: (worker) =>
        localCalls(dispatch, { worker, clientAddress: 'the worker of this process' }, (err) => {
          log.error({ err }, 'a call of the worker of this process failed');
        }),
    });
    return this.#computing;
  }

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
    this.#computing?.work();
  }

  get #startedBackend(): ComputeBackend {
    invariant(this.#computing, 'computing was started');
    return this.#computing.backend;
  }
}
