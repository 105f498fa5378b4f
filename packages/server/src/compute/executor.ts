import {
  isSandboxType,
  type JobLimits,
  type Lease,
  type SandboxType,
  sandboxWorkOf,
  ServiceError,
} from '@pairspace/protocol';
import type { Sandbox, SandboxOutcome } from '@pairspace/sandbox';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bus } from '../events/bus.ts';
import { Moved } from '../events/moved.ts';
import type { Storage, Transaction } from '../storage/storage.ts';
import { queueTopic } from './change-job.ts';
import { type Choice, findTurn } from './turns.ts';
import { claimJob } from './claim-job.ts';
import { endJob, type JobReport } from './end-job.ts';
import type { JobRow } from './job-store.ts';
import { isLeased, type LeaseKey, loseJob, releaseJob, renewLease } from './leases.ts';
import type { OutputRules } from './place-outputs.ts';
import { unlessGone } from './watch-jobs.ts';

export interface ExecutorOptions extends OutputRules {
  storage: Storage;
  bus: Bus;
  sandbox: Pick<Sandbox, 'run' | 'hostMemoryMb' | 'runtimes'>;
  now: () => number;
  /** This process, as a restart knows it again. */
  holder: string;
  /** Jobs that run at once, and the memory that they have together. */
  slots: number;
  memoryMb: number;
  leaseMs: number;
  queueTtlMs: number;
  /** How often it looks by itself; a nudge is faster. */
  pollMs: number;
  onError: (error: unknown) => void;
}

interface Running extends LeaseKey {
  memoryMb: number;
  /** When its lease is to be renewed. */
  renewAt: number;
  stop: AbortController;
  work: Promise<void>;
}

const retryMs = 500;

/**
 * Runs jobs in the sandbox of this machine: claims the one whose turn it is while there is room, keeps the leases, and
 * ends the jobs. Any number of processes may do so on one database. It holds no truth: what it loses comes back.
 */
export class Executor implements AsyncDisposable {
  readonly #options: ExecutorOptions;
  readonly #closing = new AbortController();
  readonly #running = new Map<string, Running>();
  readonly #loop: Promise<void>;

  constructor(options: ExecutorOptions) {
    this.#options = options;
    this.#loop = this.#run();
  }

  /** How many jobs run, and the memory that they may take. */
  get load(): { jobs: number; memoryMb: number } {
    const running = [...this.#running.values()];
    return { jobs: running.length, memoryMb: running.reduce((sum, { memoryMb }) => sum + memoryMb, 0) };
  }

  async #run(): Promise<void> {
    const { bus, pollMs, onError } = this.#options;
    using moved = new Moved(bus, queueTopic);
    while (!this.#closing.signal.aborted) {
      try {
        await this.keepLeases();
        await this.#fillSlots();
      } catch (error) {
        onError(error);
      }
      await moved.next(pollMs, this.#closing.signal);
    }
  }

  /** Renews what is due, and stops what was taken away: cancelled, or with its session gone. */
  async keepLeases(): Promise<void> {
    const { storage, now, leaseMs } = this.#options;
    for (const running of this.#running.values()) {
      if (!(await isLeased(storage.read, running))) {
        running.stop.abort();
      } else if (now() >= running.renewAt) {
        await unlessGone(
          storage.write((tx) => renewLease(tx, running, leaseMs), { durable: false, session: running.sessionId }),
        );
        running.renewAt = now() + leaseMs / 3;
      }
    }
  }

  async #fillSlots(): Promise<void> {
    const { storage, sandbox, slots, holder, leaseMs } = this.#options;
    for (;;) {
      if (this.#closing.signal.aborted || this.#running.size >= slots) return;
      const types = sandbox.runtimes.filter(({ available }) => available).map(({ name }) => name);
      const choice: Choice = { types, sandboxOnly: true };
      if (types.length === 0 || !(await findTurn(storage.read, choice))) return;
      const lease = await storage.write(
        (tx) => claimJob(tx, { ...choice, worker: 'sandbox', holder, leaseMs, hasRoom: (job) => this.#hasRoom(job) }),
        { concurrent: true },
      );
      if (!lease) return;
      this.#start(lease);
    }
  }

  #hasRoom({ type, limits }: JobRow): boolean {
    const { memoryMb } = JSON.parse(limits) as JobLimits;
    return this.load.memoryMb + this.#memoryFor(type as SandboxType, memoryMb) <= this.#options.memoryMb;
  }

  #memoryFor(type: SandboxType, memoryMb: number): number {
    return this.#options.sandbox.hostMemoryMb(type, memoryMb);
  }

  #start(lease: Lease): void {
    const { job, leaseId } = lease;
    const { now, leaseMs, onError } = this.#options;
    const running: Running = {
      sessionId: job.sessionId,
      id: job.id,
      leaseId,
      memoryMb: isSandboxType(job.type) ? this.#memoryFor(job.type, job.limits.memoryMb) : 0,
      renewAt: now() + leaseMs / 3,
      stop: new AbortController(),
      work: Promise.resolve(),
    };
    this.#running.set(leaseId, running);
    running.work = this.#work(lease, running)
      .catch(onError)
      .finally(() => {
        this.#running.delete(leaseId);
        // A slot is free.
        this.#options.bus.nudge(queueTopic);
      });
  }

  async #work(lease: Lease, running: Running): Promise<void> {
    const { storage, sandbox, queueTtlMs } = this.#options;
    const outcome = await sandbox.run(sandboxWorkOf(lease), { signal: running.stop.signal });
    const write = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
      storage.write(work, { session: running.sessionId });
    const end = (): Promise<unknown> => {
      if (outcome.failure?.reason === 'lost') return write((tx) => loseJob(tx, running, queueTtlMs));
      if (outcome.failure?.reason === 'cancelled') return write((tx) => releaseJob(tx, running, queueTtlMs));
      return write((tx) => endJob(tx, running, reportOf(outcome), this.#options));
    };
    await unlessGone(this.#untilStored(end, running));
  }

  /** While storage takes no writes the result is kept, for as long as the lease is. */
  async #untilStored(end: () => Promise<unknown>, running: Running): Promise<void> {
    for (;;) {
      try {
        await end();
        return;
      } catch (error) {
        const isAway = error instanceof ServiceError && error.code === 'UNAVAILABLE';
        if (!isAway || this.#closing.signal.aborted || !(await isLeased(this.#options.storage.read, running)))
          throw error;
        await pause(retryMs);
      }
    }
  }

  /** Stops the children and gives their jobs back to the queue (JOB-22). */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#loop;
    for (const { stop } of this.#running.values()) stop.abort();
    await Promise.all([...this.#running.values()].map(({ work }) => work));
  }
}

const reportOf = ({ failure, ...outcome }: SandboxOutcome): JobReport => ({
  ...outcome,
  failure:
    failure && failure.reason !== 'cancelled' && failure.reason !== 'lost'
      ? { reason: failure.reason, message: failure.message }
      : null,
  result: null,
  credits: undefined,
});
