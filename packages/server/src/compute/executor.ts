import {
  isSandboxType,
  type JobLimits,
  type JobProgress,
  type SandboxType,
  type SandboxWork,
  sandboxWorkOf,
  ServiceError,
  withoutCode,
} from '@pairspace/protocol';
import type { Sandbox, SandboxOutcome } from '@pairspace/sandbox';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bus } from '../events/bus.ts';
import { NotificationSignal } from '../events/notification-signal.ts';
import type { Storage, Transaction } from '../storage/storage.ts';
import { Repeat } from '../lib/repeat.ts';
import { appendOutput, type OutputPart } from './append-output.ts';
import { wakeUpTopic, WakeUps } from './wake-ups.ts';
import { claimJob, type ClaimedJob } from './claim-job.ts';
import { endJob, type JobReport } from './end-job.ts';
import type { JobRow } from './job-store.ts';
import { readLease } from './lease-inputs.ts';
import { isLeased, type LeaseKey, loseJob, releaseJob, renewLease, reportProgress } from './leases.ts';
import type { OutputRules, OutputScreen } from './place-outputs.ts';
import { type TurnFilter, findTurn } from './scheduler.ts';
import { unlessGone } from './watch-jobs.ts';

export interface ExecutorOptions extends OutputRules, OutputScreen {
  storage: Storage;
  bus: Bus;
  sandbox: Pick<Sandbox, 'run' | 'memoryBudgetMb' | 'hostMemoryMb' | 'runtimes'>;
  now: () => number;
  /** The name of this process, by which a restart recognises its own leases. */
  holder: string;
  /** Jobs that run at once, as far as the sandbox has memory for them. */
  slots: number;
  leaseMs: number;
  queueTtlMs: number;
  /** How often it looks by itself; a notification is faster. */
  pollMs: number;
  /** How long to wait before a round that any node may make. */
  pollInterval: (pauseMs: number) => number;
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
  readonly #notifications: NotificationSignal;
  /** Heard while there is room for another job. */
  readonly #wakeUps: WakeUps;
  readonly #keeping: Repeat;
  readonly #stopListening: () => void;
  readonly #loop: Promise<void>;

  constructor(options: ExecutorOptions) {
    const { bus, holder, pollMs, onError } = options;
    this.#options = options;
    this.#notifications = new NotificationSignal(bus);
    this.#wakeUps = new WakeUps(bus, this.#notifications);
    this.#keeping = new Repeat(() => this.keepLeases(), { pauseMs: () => pollMs, onError });
    // The bus notifies the holder when one of its running jobs was cancelled.
    this.#stopListening = bus.watch(holder, () => void this.keepLeases().catch(onError));
    this.#loop = this.#run();
  }

  /** How many jobs run, and the memory that they may take. */
  get load(): { jobs: number; memoryMb: number } {
    const running = [...this.#running.values()];
    return { jobs: running.length, memoryMb: running.reduce((sum, { memoryMb }) => sum + memoryMb, 0) };
  }

  async #run(): Promise<void> {
    const { pollMs, pollInterval, onError } = this.#options;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#fillSlots().catch(onError);
      await this.#notifications.next(pollInterval(pollMs), signal);
    }
  }

  /** Renews what is due, and stops what was taken away: cancelled, or with its session gone. */
  async keepLeases(): Promise<void> {
    const { storage, now, leaseMs } = this.#options;
    const keep = async (running: Running): Promise<void> => {
      if (!(await isLeased(storage.read, running))) {
        running.stop.abort();
      } else if (now() >= running.renewAt) {
        await unlessGone(
          storage.write((tx) => renewLease(tx, running, leaseMs), { durable: false, session: running.sessionId }),
        );
        running.renewAt = now() + leaseMs / 3;
      }
    };
    // The leases are renewed concurrently, so that a slow one does not delay the others.
    const kept = await Promise.allSettled([...this.#running.values()].map(keep));
    for (const result of kept) if (result.status === 'rejected') throw result.reason;
  }

  /** Runs what waits, for as long as there is room; where there is none it is called no more, and another is. */
  async #fillSlots(): Promise<void> {
    const { storage, sandbox, bus, slots, holder, leaseMs } = this.#options;
    const types = sandbox.runtimes.filter(({ available }) => available).map(({ name }) => name);
    const choice: TurnFilter = { types, sandboxOnly: true };
    while (!this.#closing.signal.aborted && this.#running.size < slots) {
      this.#wakeUps.listenFor(types.map((type) => ({ provider: 'sandbox', type })));
      if (types.length === 0 || !(await findTurn(storage.read, choice))) return;
      let tooLarge: string | undefined;
      const hasRoom = (job: JobRow): boolean => {
        tooLarge = this.#hasRoom(job) ? undefined : job.type;
        return tooLarge === undefined;
      };
      const claimed = await storage.write(
        (tx) => claimJob(tx, { ...choice, worker: 'sandbox', holder, leaseMs, hasRoom }),
        { concurrent: true },
      );
      if (!claimed) {
        if (tooLarge === undefined) return;
        this.#wakeUps.listenFor([]);
        bus.notify(wakeUpTopic({ provider: 'sandbox', type: tooLarge }));
        return;
      }
      this.#start(claimed);
    }
    this.#wakeUps.listenFor([]);
  }

  /** A job that is too large for this machine runs alone. Otherwise it would block the queue until it expires. */
  #hasRoom({ type, limits }: JobRow): boolean {
    if (this.#running.size === 0) return true;
    const { memoryMb } = JSON.parse(limits) as JobLimits;
    return this.load.memoryMb + this.#memoryFor(type as SandboxType, memoryMb) <= this.#options.sandbox.memoryBudgetMb;
  }

  #memoryFor(type: SandboxType, memoryMb: number): number {
    return this.#options.sandbox.hostMemoryMb(type, memoryMb);
  }

  #start(claimed: ClaimedJob): void {
    const { job, leaseId } = claimed;
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
    running.work = unlessGone(this.#work(claimed, running))
      .catch(onError)
      .finally(() => {
        this.#running.delete(leaseId);
        // A slot is free here.
        this.#notifications.wake();
      });
  }

  /** Runs the job, and passes on what it writes meanwhile (LIVE-2) and how far it is (LIVE-5). */
  async #runLive(work: SandboxWork, running: Running): Promise<JobReport | 'lost' | 'cancelled'> {
    // The job may have been stopped while its inputs were read.
    if (running.stop.signal.aborted) return 'cancelled';
    const { storage, sandbox } = this.#options;
    const write = (change: (tx: Transaction) => Promise<void>): Promise<void> =>
      storage.write(change, { durable: false, session: running.sessionId });
    const sendOutput = (parts: readonly OutputPart[]): Promise<void> =>
      write(async (tx) => {
        for (const part of parts) await appendOutput(tx, running, part);
      });
    const sendProgress = (progress: JobProgress): Promise<void> => write((tx) => reportProgress(tx, running, progress));
    return reportOf(await sandbox.run(work, { signal: running.stop.signal, sendOutput, sendProgress }));
  }

  async #work(claimed: ClaimedJob, running: Running): Promise<void> {
    const { storage, queueTtlMs } = this.#options;
    const sandboxWork = sandboxWorkOf(await readLease(storage.read, claimed));
    const report = sandboxWork ? await this.#screened(running, await this.#runLive(sandboxWork, running)) : noCode;
    const write = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
      storage.write(work, { session: running.sessionId });
    const end = (): Promise<unknown> => {
      if (report === 'lost') return write((tx) => loseJob(tx, running, queueTtlMs));
      if (report === 'cancelled') return write((tx) => releaseJob(tx, running, queueTtlMs));
      return write((tx) => endJob(tx, running, report, this.#options));
    };
    await this.#untilStored(end, running);
  }

  async #screened(
    { sessionId }: Running,
    report: JobReport | 'lost' | 'cancelled',
  ): Promise<JobReport | 'lost' | 'cancelled'> {
    if (typeof report === 'string') return report;
    return { ...report, outputs: await this.#options.screenOutputs(sessionId, report.outputs) };
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
    this.#wakeUps[Symbol.dispose]();
    this.#stopListening();
    this.#notifications[Symbol.dispose]();
    await this.#keeping[Symbol.asyncDispose]();
    for (const { stop } of this.#running.values()) stop.abort();
    await Promise.all([...this.#running.values()].map(({ work }) => work));
  }
}

const reportOf = ({ failure, ...outcome }: SandboxOutcome): JobReport | 'lost' | 'cancelled' => {
  if (failure?.reason === 'lost' || failure?.reason === 'cancelled') return failure.reason;
  return {
    ...outcome,
    failure: failure && { reason: failure.reason, message: failure.message },
    result: null,
    credits: undefined,
  };
};

const noCode: JobReport = {
  failure: withoutCode,
  exitCode: null,
  stdout: '',
  stderr: '',
  stdoutTruncated: false,
  stderrTruncated: false,
  result: null,
  outputs: [],
  usage: {},
  credits: 0,
};
