import { type BodyGiven, type Endpoints, endpoints, type Lease, ServiceError } from '@pairspace/protocol';
import { mayPass } from './answer.ts';
import { callEndpoint } from './call-endpoint.ts';
import type { Connection } from './connection.ts';

/** How far a job is, from 0 to 1, and what it does now. */
export type Progress = NonNullable<BodyGiven<Endpoints['renewLease']>['progress']>;

const progressPauseMs = 300;

/** The lease of a job, renewed by heartbeats until it is let go (JOB-24). */
export class HeldLease {
  readonly #over = new AbortController();
  readonly #lost = new AbortController();
  readonly #beating: Promise<void>;
  #lapsesAt = 0;
  #progress: Progress | undefined;
  #wake = new AbortController();

  constructor(connection: Connection, lease: Lease) {
    this.#beating = this.#beat(connection, lease).catch((error: unknown) => {
      this.#lost.abort(error);
    });
  }

  /** Aborts when the service refuses the lease, for the reason that it gave. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Its time is surely up: the service counts it from before its answer came. */
  get hasLapsed(): boolean {
    return performance.now() >= this.#lapsesAt;
  }

  /** The newest is told, soon. */
  setProgress(progress: Progress): void {
    this.#progress = progress;
    this.#wake.abort();
  }

  async #beat(connection: Connection, { job, leaseId, leaseMs }: Lease): Promise<void> {
    const { signal } = this.#over;
    const params = { sessionId: job.sessionId, jobId: job.id };
    const isHeld = (): boolean => !signal.aborted;
    this.#lapsesAt = performance.now() + leaseMs;
    while (isHeld()) {
      const woken = AbortSignal.any([signal, this.#wake.signal]);
      await connection.pause(leaseMs / 3, woken).catch(() => undefined);
      if (signal.aborted) return;
      this.#wake = new AbortController();
      const progress = this.#progress;
      this.#progress = undefined;
      const body = { leaseId, ...(progress && { progress }) };
      try {
        await callEndpoint(connection, endpoints.renewLease, { params, body, signal }, isHeld);
        this.#lapsesAt = performance.now() + leaseMs;
      } catch (error) {
        if (isHeld() && error instanceof ServiceError && !mayPass(error)) throw error;
      }
      if (progress) await connection.pause(progressPauseMs, signal).catch(() => undefined);
    }
  }

  async letGo(): Promise<void> {
    this.#over.abort();
    await this.#beating;
  }
}
