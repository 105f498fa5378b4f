import { RateLimit } from '../limits/rate-limit.ts';
import { invariant } from '../lib/invariant.ts';
import type { Service, Slice } from '../slice.ts';
import type { SessionTable } from '../storage/session-table.ts';
import type { Queries } from '../storage/storage.ts';
import type { ComputeBackend } from './compute-backend.ts';
import { getCompute } from './get-compute.ts';
import { listWholeJobs } from './list-jobs.ts';
import type { OutputRules, OutputScreen } from './place-outputs.ts';
import { bindCompute } from './routes.ts';
import { startComputing } from './start-computing.ts';

interface Neighbours {
  /** Writes outputs by the slice of files, for this service. */
  writeOutputs: (service: Service) => OutputRules['writeOutputs'];
  screenOutputs: (service: Service) => OutputScreen['screenOutputs'];
}

/** Jobs as a slice: pools, the queue, leases, and the executor of this process. */
export class ComputeSlice implements Slice {
  readonly sessionTables: readonly SessionTable[] = [
    { name: 'job_queue', atOnce: 'before the session' },
    { name: 'compute_agent', atOnce: 'before the session' },
    { name: 'compute_pool', atOnce: 'before the session' },
    { name: 'job_file', later: { key: ['job_id', 'path'], isLarge: true, refersToContents: true } },
    { name: 'job_count', later: { key: ['seq'] } },
    { name: 'job', later: { key: ['number'], isLarge: true } },
    // A claim holds this row and asks for the session: so whoever holds the session leaves it alone.
    { name: 'scheduler_clock', later: { key: [] } },
    { name: 'claimed_type', later: { key: [] } },
    { name: 'job_output', later: { key: ['job_id', 'stream', 'since'], isLarge: true } },
  ];
  /** The part of an export about jobs. */
  readonly exportSection = {
    summary: (db: Queries, sessionId: string) => getCompute(db, sessionId, this.#startedBackend),
    jobs: listWholeJobs,
  };
  readonly #neighbours: Neighbours;
  #backend: ComputeBackend | undefined;

  constructor(neighbours: Neighbours) {
    this.#neighbours = neighbours;
  }

  async start(service: Service): Promise<AsyncDisposable> {
    const { limits } = service;
    const computing = await startComputing({
      ...service,
      outputRules: this.#outputRules(service),
      fileBytes: limits.fileBytes,
    });
    this.#backend = computing.backend;
    return computing;
  }

  bind(service: Service): void {
    bindCompute({
      ...service,
      ...this.#outputRules(service),
      backend: this.#startedBackend,
      poolLimit: new RateLimit('new pools', service.poolRate),
      jobLimit: new RateLimit('new jobs', service.jobRate),
    });
  }

  get #startedBackend(): ComputeBackend {
    invariant(this.#backend, 'computing was started');
    return this.#backend;
  }

  #outputRules(service: Service): OutputRules & OutputScreen {
    return {
      pathBytes: service.limits.pathBytes,
      writeOutputs: this.#neighbours.writeOutputs(service),
      screenOutputs: this.#neighbours.screenOutputs(service),
    };
  }
}
