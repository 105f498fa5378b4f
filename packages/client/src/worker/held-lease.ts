import { type BodyGiven, type Endpoints, type Lease, ServiceError } from '@pairspace/protocol';
import type { Pause } from '../pause.ts';
import { persist } from '../persist.ts';
import type { CallOptions } from '../request.ts';
import { unlessSilent, withConnection } from '../silence.ts';
import { firstCharacters } from './first-characters.ts';
import { leaseOf, type WorkerCalls } from './worker-calls.ts';

/** The progress of a job, from 0 to 1, and its present step. */
export type Progress = NonNullable<BodyGiven<Endpoints['renewLease']>['progress']>;

/** A worker with nine jobs that report progress stays below the rate of heartbeats. */
const progressPauseMs = 1000;
const mostMessageCharacters = 1000;

/** The lease of a job. Heartbeats renew it until it is released (JOB-24). */
export class HeldLease {
  readonly #over = new AbortController();
  readonly #lost = new AbortController();
  readonly #beating: Promise<void>;
  readonly #calls: Pick<WorkerCalls, 'renewLease'>;
  readonly #pause: Pause;
  readonly #lease: Lease;
  #expiresAt = 0;
  #progress: Progress | undefined;
  #renewing: Promise<{ toldProgress: boolean }> | undefined;
  #wake = new AbortController();

  constructor(calls: Pick<WorkerCalls, 'renewLease'>, lease: Lease, pause: Pause) {
    this.#calls = calls;
    this.#pause = pause;
    this.#lease = lease;
    this.#beating = this.#beat().catch((error: unknown) => {
      this.#lost.abort(error);
    });
  }

  /** Aborts when the service refuses the lease, with the service's reason. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /**
   * Whether the lease has certainly expired. This clock starts when the answer arrives, which is after the service
   * starts its own.
   */
  get hasExpired(): boolean {
    return performance.now() >= this.#expiresAt;
  }

  /** The newest progress is sent with the next heartbeat, which follows at once. */
  setProgress({ fraction, message }: Progress): void {
    this.#progress = { fraction, message: message && firstCharacters(message, mostMessageCharacters) };
    this.#wake.abort();
  }

  /** Sends the newest progress, unless it was sent already: the record of the job keeps the progress (LIVE-5). */
  async tellProgress(): Promise<void> {
    while ((this.#progress ?? this.#renewing) && !this.lost.aborted) await this.#renew().catch(() => undefined);
  }

  /** Sends a heartbeat now, and so finds out whether the lease is lost. */
  async renew(): Promise<void> {
    try {
      // A heartbeat that is already on its way may count from an earlier time, so a second one follows.
      await this.#renewing?.catch(() => undefined);
      await this.#renew();
    } catch (error) {
      this.#lost.abort(error);
    }
  }

  async #beat(): Promise<void> {
    const { signal } = this.#over;
    const { leaseMs } = this.#lease;
    const isHeld = (): boolean => !signal.aborted;
    this.#expiresAt = performance.now() + leaseMs;
    while (isHeld()) {
      const woken = AbortSignal.any([signal, this.#wake.signal]);
      await this.#pause(leaseMs / 3, woken).catch(() => undefined);
      if (signal.aborted) return;
      this.#wake = new AbortController();
      const { toldProgress } = await this.#renew();
      if (toldProgress) await this.#pause(progressPauseMs, signal).catch(() => undefined);
    }
  }

  /** Sends a heartbeat, or waits for the one that is on its way. Rejects when the service refuses the lease. */
  async #renew(): Promise<{ toldProgress: boolean }> {
    this.#renewing ??= this.#sendHeartbeat().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #sendHeartbeat(): Promise<{ toldProgress: boolean }> {
    const progress = this.#progress;
    this.#progress = undefined;
    try {
      await this.#tell(progress && { progress }).catch((error: unknown) => {
        if (!progress || endsLease(error)) throw error;
        // A heartbeat alone follows progress that is refused, and keeps the lease.
        return this.#tell();
      });
      this.#expiresAt = performance.now() + this.#lease.leaseMs;
    } catch (error) {
      if (!this.#over.signal.aborted && endsLease(error)) throw error;
    }
    return { toldProgress: progress !== undefined };
  }

  #tell(more: { progress?: Progress } = {}): Promise<unknown> {
    const heartbeat = { ...leaseOf(this.#lease), ...more };
    const { signal } = this.#over;
    // A request that falls silent is given up in time for another one, before the lease runs out.
    const renew = (options: CallOptions): Promise<unknown> =>
      withConnection({ silenceMs: this.#lease.leaseMs / 3, signal }, (live) =>
        unlessSilent(this.#calls.renewLease(heartbeat, { ...options, signal: live.end.signal }), live),
      );
    return persist(renew, { pause: this.#pause, signal });
  }

  async letGo(): Promise<void> {
    this.#over.abort();
    await this.#beating;
  }
}

/**
 * Whether the worker has lost the lease or its access. The worker keeps the lease after any other refusal, such as a
 * refused progress.
 */
const endsLease = (error: unknown): boolean =>
  error instanceof ServiceError &&
  ([401, 403, 404].includes(error.status) || error.details?.['reason'] === 'lease_lost');
