import {
  type BodyGiven,
  type Endpoints,
  type Lease,
  maxWaitSeconds,
  type ResultOf,
  ServiceError,
} from '@pairspace/protocol';
import { backoffMs, type Pause } from '../pause.ts';
import { HeldLease, type Progress } from './held-lease.ts';
import { type JobOutcome, reportOutcome } from './report-outcome.ts';
import { leaseOf, type WorkerCalls } from './worker-calls.ts';

export interface RunningJob {
  /** An abort means that the job is not wanted any more. */
  signal: AbortSignal;
  /**
   * Sends a part of what the job writes, so that others see it before its end; at most four times a second. Resolves
   * with where the next part begins, and whether the service keeps no more of it.
   */
  sendOutput: (part: OutputPart) => Promise<{ next: number; full: boolean }>;
  /** Says how far the job is; told with the next heartbeat, which comes at once. */
  setProgress: (progress: Progress) => void;
}

/** A piece of one stream; `since` counts the characters before it. */
export type OutputPart = Pick<BodyGiven<Endpoints['sendJobOutput']>, 'stream' | 'since' | 'text'>;

/** How jobs are run, wherever the calls go. */
export interface JobRunner {
  /** Runs one job. An error that it throws fails the job. */
  run: (lease: Lease, options: RunningJob) => Promise<JobOutcome>;
  /** The name of the worker in the record of the jobs. */
  worker?: string | undefined;
  /** How many jobs it runs at once. */
  slots?: number | undefined;
  /** An abort ends it: what runs is given back to the queue. */
  signal: AbortSignal;
  /** Told of what went wrong beside a job: the service cannot be reached, a lease or a job was lost. */
  onError?: ((error: unknown) => void) | undefined;
}

interface LoopOptions extends JobRunner {
  calls: WorkerCalls;
  /** The types of job that it runs; asked anew for each claim. */
  types: () => readonly string[];
  /** Jobs of this session alone. */
  sessionId?: string | undefined;
  pause: Pause;
}

const firstBackoffMs = 500;
const mostDoublings = 4;

/**
 * Claims jobs one after the other while it has a free slot, runs them and ends them, until it is told to stop (JOB-23).
 * It holds no truth: a lease that it loses comes back to the queue.
 */
export class WorkerLoop {
  readonly #options: LoopOptions;
  readonly #held = new Set<HeldLease>();
  readonly #running = new Set<Promise<void>>();
  #claiming = new AbortController();
  #pausing = new AbortController();
  /** Resolves when the last job is ended or given back; rejects when the token is not let in. */
  readonly ended: Promise<void>;

  constructor(options: LoopOptions) {
    this.#options = options;
    this.ended = this.#run();
  }

  /** How many jobs run. */
  get size(): number {
    return this.#running.size;
  }

  /** Learns of every lease whether it stands, and renews it. */
  async renewLeases(): Promise<void> {
    await Promise.all(Array.from(this.#held, (held) => held.renew()));
  }

  /** Claims anew with the types of now. Only for calls that answer with their lease although they are aborted. */
  wake(): void {
    this.#claiming.abort();
    this.#pausing.abort();
  }

  async #run(): Promise<void> {
    const { slots = 1, signal } = this.#options;
    let failures = 0;
    try {
      while (!signal.aborted) {
        this.#pausing = new AbortController();
        if (this.#running.size >= slots) await this.#pauseFor(Infinity);
        else if (await this.#claimNext()) failures = 0;
        else await this.#pauseFor(backoffMs(firstBackoffMs, Math.min(failures++, mostDoublings)));
      }
    } finally {
      await Promise.all(this.#running);
    }
  }

  /** Ends before its time when a job has ended, and so made room. */
  async #pauseFor(ms: number): Promise<void> {
    const { pause, signal } = this.#options;
    const woken = AbortSignal.any([signal, this.#pausing.signal]);
    if (ms === Infinity) await aborted(woken);
    else await pause(ms, woken).catch(() => undefined);
  }

  /** Whether the next claim may follow at once: a service that fails or does not wait is asked more and more seldom. */
  async #claimNext(): Promise<boolean> {
    const { types, signal, onError } = this.#options;
    if (types().length === 0) return false;
    const askedAt = performance.now();
    try {
      const lease = await this.#claim();
      if (lease) this.#start(lease);
      return lease !== null || this.#claiming.signal.aborted || performance.now() - askedAt > firstBackoffMs;
    } catch (error) {
      if (isAborted(signal)) return true;
      if (error instanceof ServiceError && (error.status === 401 || error.status === 403)) throw error;
      onError?.(error);
      return false;
    }
  }

  async #claim(): Promise<Lease | null> {
    const { calls, sessionId, types, worker, signal } = this.#options;
    this.#claiming = new AbortController();
    const claim = { wait: maxWaitSeconds, types: [...types()], ...(worker === undefined ? {} : { worker }) };
    const options = { signal: AbortSignal.any([signal, this.#claiming.signal]) };
    const { lease } = await (sessionId === undefined
      ? calls.claimAnyJob(claim, options)
      : calls.claimJob({ sessionId, ...claim }, options));
    return lease;
  }

  /** Calls `run` at once: whoever counts what runs has counted the job before the next claim. */
  #start(lease: Lease): void {
    const { calls, pause, onError } = this.#options;
    // Renewed until the outcome is reported, however long that takes.
    const held = new HeldLease(calls, lease, pause);
    this.#held.add(held);
    const work = this.#work(lease, held)
      .catch((error: unknown) => onError?.(error))
      .finally(async () => {
        this.#held.delete(held);
        await held.letGo();
      })
      .then(() => {
        this.#running.delete(work);
        this.#pausing.abort();
      });
    this.#running.add(work);
  }

  async #work(lease: Lease, held: HeldLease): Promise<void> {
    const { calls, run, signal, pause, onError } = this.#options;
    let outcome: JobOutcome = { released: true };
    try {
      // A claim may be answered just when the worker is told to stop.
      if (!signal.aborted) {
        outcome = await run(lease, {
          signal: AbortSignal.any([signal, held.lost]),
          sendOutput: (part) => sendOutput(calls, lease, part),
          setProgress: (progress) => {
            held.setProgress(progress);
          },
        });
      }
    } catch (error) {
      outcome = { failed: { reason: 'exit', message: whyOf(error) } };
    }
    if (held.lost.aborted) {
      onError?.(held.lost.reason);
      return;
    }
    // A job that failed because it was stopped did not fail.
    if (signal.aborted && !('completed' in outcome)) outcome = { released: true };
    if ('lost' in outcome) throw new Error(outcome.lost);
    await held.tellProgress();
    await reportOutcome(calls, lease, outcome, { pause, goesOn: () => !signal.aborted && !held.hasExpired });
  }
}

const sendOutput = (
  calls: WorkerCalls,
  lease: Lease,
  part: OutputPart,
): Promise<ResultOf<Endpoints['sendJobOutput']>> => calls.sendJobOutput({ ...leaseOf(lease), ...part });

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener('abort', () => {
        resolve();
      });
  });

const whyOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 1000);

/** Asked anew after something was awaited. */
const isAborted = ({ aborted: isIt }: AbortSignal): boolean => isIt;
