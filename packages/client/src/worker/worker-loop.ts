import {
  type BodyGiven,
  countCharacters,
  type Endpoints,
  type Lease,
  maxWaitSeconds,
  ServiceError,
} from '@pairspace/protocol';
import { backoffMs, type Pause } from '../pause.ts';
import { persist } from '../persist.ts';
import { HeldLease, type Progress } from './held-lease.ts';
import { type JobOutcome, reportOutcome } from './report-outcome.ts';
import { leaseOf, type WorkerCalls } from './worker-calls.ts';

export interface RunningJob {
  /** Aborts when the job is not wanted any more. */
  signal: AbortSignal;
  /**
   * Sends a part of the job's output, so that readers see the output before the job ends; at most four parts a second.
   * A part that is sent too early waits until the service accepts it. Resolves with the position of the next part, and
   * with `full` when the service stores no more output.
   */
  sendOutput: (part: OutputPart) => Promise<{ next: number; full: boolean }>;
  /** Sets the progress of the job. The next heartbeat, which follows at once, sends it. */
  setProgress: (progress: Progress) => void;
}

/** A piece of one stream; `since` counts the characters before it. */
export type OutputPart = Pick<BodyGiven<Endpoints['sendJobOutput']>, 'stream' | 'since' | 'text'>;

/** How a worker runs jobs, whether its calls go over the network or stay in the process of the service. */
export interface JobRunner {
  /** Runs one job. An error that it throws fails the job. */
  run: (lease: Lease, options: RunningJob) => Promise<JobOutcome>;
  /** The name of the worker in the record of the jobs. */
  worker?: string | undefined;
  /** How many jobs the worker runs at once; 1 by default. */
  slots?: number | undefined;
  /** Stops the worker when it aborts: jobs that still run go back to the queue. */
  signal: AbortSignal;
  /** Receives errors outside the jobs themselves: the service cannot be reached, or a lease or a job was lost. */
  onError?: ((error: unknown) => void) | undefined;
}

interface LoopOptions extends JobRunner {
  calls: WorkerCalls;
  /** The types of job that the worker runs; called anew for each claim. */
  types: () => readonly string[];
  /** The session whose jobs are claimed; every session by default. */
  sessionId?: string | undefined;
  pause: Pause;
}

const firstBackoffMs = 500;
const mostDoublings = 4;

/**
 * Claims jobs one after the other while a slot is free, runs them and reports their outcomes, until `signal` aborts
 * (JOB-23). The loop holds no state that must survive: a job whose lease is lost goes back to the queue.
 */
export class WorkerLoop {
  readonly #options: LoopOptions;
  readonly #held = new Set<HeldLease>();
  readonly #running = new Set<Promise<void>>();
  #claiming = new AbortController();
  #pausing = new AbortController();
  /** Resolves when the last job has ended or was released; rejects when the service refuses the token. */
  readonly ended: Promise<void>;

  constructor(options: LoopOptions) {
    this.#options = options;
    this.ended = this.#run();
  }

  /** How many jobs run. */
  get size(): number {
    return this.#running.size;
  }

  /** Renews every lease now, and so finds out which leases are lost. */
  async renewLeases(): Promise<void> {
    await Promise.all(Array.from(this.#held, (held) => held.renew()));
  }

  /**
   * Claims anew with the present types. The calls must return a lease even if they are aborted; otherwise the lease is
   * lost.
   */
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

  /** Pauses for a time, but not longer than until a job has ended and so freed a slot. */
  async #pauseFor(ms: number): Promise<void> {
    const { pause, signal } = this.#options;
    const woken = AbortSignal.any([signal, this.#pausing.signal]);
    if (ms === Infinity) await aborted(woken);
    else await pause(ms, woken).catch(() => undefined);
  }

  /**
   * Claims a job. Returns whether the next claim may follow at once: a service that fails, or answers without waiting,
   * is asked after growing pauses.
   */
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

  /**
   * Calls `run` in the same turn of the event loop, so that a caller which counts running jobs has counted this job
   * before the next claim.
   */
  #start(lease: Lease): void {
    const { calls, pause, onError } = this.#options;
    // The lease is renewed until the outcome is reported, however long that takes.
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
      // A claim may succeed just when the worker is told to stop.
      if (!signal.aborted) {
        const unwanted = AbortSignal.any([signal, held.lost]);
        outcome = await run(lease, {
          signal: unwanted,
          sendOutput: (part) =>
            persist((options) => calls.sendJobOutput({ ...leaseOf(lease), ...part }, options), {
              pause,
              signal: unwanted,
              goesOn: isTooEarly,
            }).catch((error: unknown) => placeAfter(part, error)),
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
    // A job that this worker itself stopped counts as released, not as failed.
    if (signal.aborted && !('completed' in outcome)) outcome = { released: true };
    if ('lost' in outcome) throw new Error(outcome.lost);
    await held.tellProgress();
    await reportOutcome(calls, lease, outcome, { pause, goesOn: () => !signal.aborted && !held.hasExpired });
  }
}

const isTooEarly = (error: unknown): boolean => error instanceof ServiceError && error.code === 'RATE_LIMITED';

/** The place after a part that is refused because the service has it: the answer to the first request was lost. */
const placeAfter = ({ since, text }: OutputPart, error: unknown): { next: number; full: boolean } => {
  const next = since + countCharacters(text);
  const isKept = error instanceof ServiceError && error.details?.['reason'] === 'output_offset';
  if (isKept && error.details['next'] === next) return { next, full: false };
  throw error;
};

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener('abort', () => {
        resolve();
      });
  });

const whyOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether the signal has aborted by now, for checks after an `await`. */
const isAborted = ({ aborted: isIt }: AbortSignal): boolean => isIt;
