import { endpoints, type Lease, ServiceError } from '@pairspace/protocol';
import { mayPass } from './answer.ts';
import { callEndpoint } from './call-endpoint.ts';
import type { Connection } from './connection.ts';

/** The lease of a job, renewed by heartbeats until it is let go (JOB-24). */
export class HeldLease {
  readonly #over = new AbortController();
  readonly #lost = new AbortController();
  readonly #beating: Promise<void>;
  #lapsesAt = 0;

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

  async #beat(connection: Connection, { job, leaseId, leaseMs }: Lease): Promise<void> {
    const { signal } = this.#over;
    const params = { sessionId: job.sessionId, jobId: job.id };
    const isHeld = (): boolean => !signal.aborted;
    this.#lapsesAt = performance.now() + leaseMs;
    while (isHeld()) {
      await connection.pause(leaseMs / 3, signal).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await callEndpoint(connection, endpoints.renewLease, { params, body: { leaseId }, signal }, isHeld);
        this.#lapsesAt = performance.now() + leaseMs;
      } catch (error) {
        if (isHeld() && error instanceof ServiceError && !mayPass(error)) throw error;
      }
    }
  }

  async letGo(): Promise<void> {
    this.#over.abort();
    await this.#beating;
  }
}
