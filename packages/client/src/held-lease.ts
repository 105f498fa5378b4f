import { type BodyGiven, type Endpoints, endpoints, type Lease, ServiceError } from '@pairspace/protocol';
import { mayPass } from './answer.ts';
import { callEndpoint } from './call-endpoint.ts';
import type { Connection } from './connection.ts';

/** The progress of a job, from 0 to 1, and its present step. */
export type Progress = NonNullable<BodyGiven<Endpoints['renewLease']>['progress']>;

const progressPauseMs = 300;

/** The lease of a job. Heartbeats renew it until it is released (JOB-24). */
export class HeldLease {
  readonly #over = new AbortController();
  readonly #lost = new AbortController();
  readonly #beating: Promise<void>;
  readonly #connection: Connection;
  readonly #lease: Lease;
  #expiresAt = 0;
  #progress: Progress | undefined;
  #renewing: Promise<{ toldProgress: boolean }> | undefined;
  #wake = new AbortController();

  constructor(connection: Connection, lease: Lease) {
    this.#connection = connection;
    this.#lease = lease;
    this.#beating = this.#beat().catch((error: unknown) => {
      this.#lost.abort(error);
    });
  }

  /** Aborts when the service refuses the lease, with the service's reason. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** The lease has certainly expired: the service counts from a moment before its answer arrived. */
  get hasExpired(): boolean {
    return performance.now() >= this.#expiresAt;
  }

  /** The newest progress is sent with the next heartbeat, which follows at once. */
  setProgress(progress: Progress): void {
    this.#progress = progress;
    this.#wake.abort();
  }

  /** Sends the latest progress if it was not yet sent: the record of the job keeps it (LIVE-5). */
  async tellProgress(): Promise<void> {
    while ((this.#progress ?? this.#renewing) && !this.lost.aborted) await this.#renew().catch(() => undefined);
  }

  async #beat(): Promise<void> {
    const { signal } = this.#over;
    const { leaseMs } = this.#lease;
    const isHeld = (): boolean => !signal.aborted;
    this.#expiresAt = performance.now() + leaseMs;
    while (isHeld()) {
      const woken = AbortSignal.any([signal, this.#wake.signal]);
      await this.#connection.pause(leaseMs / 3, woken).catch(() => undefined);
      if (signal.aborted) return;
      this.#wake = new AbortController();
      const { toldProgress } = await this.#renew();
      if (toldProgress) await this.#connection.pause(progressPauseMs, signal).catch(() => undefined);
    }
  }

  /** Sends a heartbeat, or waits for the present one. Rejects when the service refuses the lease. */
  async #renew(): Promise<{ toldProgress: boolean }> {
    this.#renewing ??= this.#sendHeartbeat().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #sendHeartbeat(): Promise<{ toldProgress: boolean }> {
    const { signal } = this.#over;
    const { job, leaseId, leaseMs } = this.#lease;
    const params = { sessionId: job.sessionId, jobId: job.id };
    const isHeld = (): boolean => !signal.aborted;
    const progress = this.#progress;
    this.#progress = undefined;
    const body = { leaseId, ...(progress && { progress }) };
    try {
      await callEndpoint(this.#connection, endpoints.renewLease, { params, body, signal }, isHeld);
      this.#expiresAt = performance.now() + leaseMs;
    } catch (error) {
      if (isHeld() && error instanceof ServiceError && !mayPass(error)) throw error;
    }
    return { toldProgress: progress !== undefined };
  }

  async letGo(): Promise<void> {
    this.#over.abort();
    await this.#beating;
  }
}
