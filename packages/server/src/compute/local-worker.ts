import { type Calls, type JobOutcome, type RunningJob, WorkerLoop } from '@pairspace/client';
import { isSandboxType, type Lease } from '@pairspace/protocol';
import type { Sandbox } from '@pairspace/sandbox';
import { setTimeout as pause } from 'node:timers/promises';
import type { HostWorker } from '../access/caller.ts';
import type { Bus } from '../events/bus.ts';
import { processIdentity } from '../lib/process-identity.ts';
import type { Storage } from '../storage/storage.ts';
import { runInSandbox } from './run-in-sandbox.ts';
import { isGone, loseLease, unlessGone } from './watch-jobs.ts';

interface LocalWorkerOptions {
  /** Makes the API calls of this worker, inside this process. */
  callsAs: (worker: HostWorker) => Calls;
  storage: Storage;
  bus: Bus;
  sandbox: Pick<Sandbox, 'run' | 'runtimes' | 'memoryBudgetMb' | 'hostMemoryMb'>;
  /** Jobs that run at once, as far as the sandbox has memory for them. */
  slots: number;
  queueTtlMs: number;
  onError: (error: unknown) => void;
}

/**
 * The worker of this process: the loop of all workers over calls inside this process, with the sandbox of this machine.
 */
export class LocalWorker implements AsyncDisposable {
  readonly #options: LocalWorkerOptions;
  readonly #closing = new AbortController();
  readonly #loop: WorkerLoop;
  /** The memory of each job that runs, by its lease. */
  readonly #memoryMb = new Map<string, number>();
  readonly #stopListening: () => void;

  constructor(options: LocalWorkerOptions) {
    const { callsAs, bus, sandbox, slots, onError } = options;
    const holder = processIdentity();
    this.#options = options;
    this.#loop = new WorkerLoop({
      calls: callsAs({ holder, hasRoom: (type, memoryMb) => this.#hasRoom(type, memoryMb) }),
      types: () => sandbox.runtimes.filter(({ available }) => available).map(({ name }) => name),
      worker: 'sandbox',
      slots,
      signal: this.#closing.signal,
      pause: (ms, signal) => pause(ms, undefined, { signal }),
      run: (lease, running) => this.#run(lease, running),
      onError: (error) => {
        // A job that was cancelled, or deleted with its session, is not an error.
        if (!isGone(error)) onError(error);
      },
    });
    // The cancellation of a job notifies the topic that has the name of the running process.
    this.#stopListening = bus.watch(holder, () => void this.#loop.renewLeases());
  }

  /** How many jobs run. */
  get size(): number {
    return this.#loop.size;
  }

  /** Renews every lease, and stops the jobs whose lease is gone: they were cancelled, or their session was deleted. */
  renewLeases(): Promise<void> {
    return this.#loop.renewLeases();
  }

  /** Restarts the waiting claim, because it names other runtimes than take jobs now. */
  claimAnew(): void {
    this.#loop.wake();
  }

  /** A job that is too large for this machine runs alone: otherwise nothing would run until it has expired. */
  #hasRoom(type: string, memoryMb: number): boolean {
    if (this.#memoryMb.size === 0) return true;
    const usedMb = this.#memoryMb.values().reduce((sum, mb) => sum + mb, 0);
    return usedMb + this.#memoryFor(type, memoryMb) <= this.#options.sandbox.memoryBudgetMb;
  }

  #memoryFor(type: string, memoryMb: number): number {
    return isSandboxType(type) ? this.#options.sandbox.hostMemoryMb(type, memoryMb) : 0;
  }

  async #run(lease: Lease, running: RunningJob): Promise<JobOutcome> {
    const { leaseId, job } = lease;
    const { sandbox, storage, queueTtlMs } = this.#options;
    this.#memoryMb.set(leaseId, this.#memoryFor(job.type, job.limits.memoryMb));
    try {
      const outcome = await runInSandbox(sandbox, lease, running);
      if ('lost' in outcome) {
        // The job has its next attempt at once, and does not wait until the lease has run out.
        const key = { sessionId: job.sessionId, id: job.id, leaseId };
        await unlessGone(loseLease(storage, key, queueTtlMs));
      }
      return outcome;
    } finally {
      this.#memoryMb.delete(leaseId);
    }
  }

  /** Stops the children and gives their jobs back to the queue (JOB-22). */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#loop.ended;
    this.#stopListening();
  }
}
