import {
  type BodyGiven,
  type Endpoints,
  endpoints,
  type Lease,
  maxWaitSeconds,
  type ResultOf,
  ServiceError,
} from '@pairspace/protocol';
import { callEndpoint } from './call-endpoint.ts';
import { type ClientOptions, type Connection, connectionOf } from './connection.ts';
import { HeldLease, type Progress } from './held-lease.ts';
import { backoffMs } from './pause.ts';
import { type JobOutcome, reportOutcome } from './report-outcome.ts';

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

export interface WorkerOptions extends ClientOptions {
  /** The types of job that it runs. */
  types: string[];
  /** Runs one job. What it throws fails the job. */
  run: (lease: Lease, options: RunningJob) => Promise<JobOutcome>;
  /** With a session's worker token: that session. Without it jobs of all sessions are claimed, with the operator's token. */
  sessionId?: string | undefined;
  /** Its name in the record of the jobs. */
  worker?: string | undefined;
  /** How many jobs it runs at once. */
  slots?: number | undefined;
  /** An abort ends it: what runs is given back to the queue. */
  signal: AbortSignal;
  /** Told of what went wrong beside a job: the service cannot be reached, a lease or a job was lost. */
  onError?: ((error: unknown) => void) | undefined;
}

const firstBackoffMs = 500;

/** Claims jobs and runs them until it is told to stop; resolves when the last one is ended or given back (JOB-23). */
export const runWorker = async (options: WorkerOptions): Promise<void> => {
  const connection = connectionOf(options);
  const { slots = 1 } = options;
  await Promise.all(Array.from({ length: slots }, () => claimInTurn(connection, options)));
};

const claimInTurn = async (connection: Connection, options: WorkerOptions): Promise<void> => {
  const { signal, onError } = options;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const askedAt = performance.now();
      const lease = await claim(connection, options);
      if (lease) await work(connection, lease, options);
      // A service that does not wait is asked no faster than one that fails.
      const hasWaited = lease !== null || performance.now() - askedAt > firstBackoffMs;
      failures = hasWaited ? 0 : failures + 1;
      if (!hasWaited) await connection.pause(backoffMs(firstBackoffMs, failures), signal).catch(() => undefined);
    } catch (error) {
      if (isAborted(signal)) return;
      if (error instanceof ServiceError && (error.status === 401 || error.status === 403)) throw error;
      onError?.(error);
      await connection.pause(backoffMs(firstBackoffMs, failures++), signal).catch(() => undefined);
    }
  }
};

const claim = async (
  connection: Connection,
  { sessionId, types, worker, signal }: WorkerOptions,
): Promise<Lease | null> => {
  const endpoint = sessionId === undefined ? endpoints.claimAnyJob : endpoints.claimJob;
  const { lease } = (await callEndpoint(connection, endpoint, {
    ...(sessionId === undefined ? {} : { params: { sessionId } }),
    query: { wait: maxWaitSeconds },
    body: { types, ...(worker === undefined ? {} : { worker }) },
    signal,
  })) as { lease: Lease | null };
  return lease;
};

const work = async (connection: Connection, lease: Lease, options: WorkerOptions): Promise<void> => {
  // Renewed until the outcome is reported, however long that takes.
  const held = new HeldLease(connection, lease);
  try {
    await runHeld(connection, lease, held, options);
  } finally {
    await held.letGo();
  }
};

const runHeld = async (
  connection: Connection,
  lease: Lease,
  held: HeldLease,
  { run, signal, onError }: WorkerOptions,
): Promise<void> => {
  let outcome: JobOutcome;
  try {
    outcome = await run(lease, {
      signal: AbortSignal.any([signal, held.lost]),
      sendOutput: (part) => sendOutput(connection, lease, part),
      setProgress: (progress) => {
        held.setProgress(progress);
      },
    });
  } catch (error) {
    outcome = { failed: { reason: 'exit', message: whyOf(error) } };
  }
  if (held.lost.aborted) {
    onError?.(held.lost.reason);
    return;
  }
  if (signal.aborted) outcome = { released: true };
  if ('lost' in outcome) throw new Error(outcome.lost);
  await held.tellProgress();
  await reportOutcome(connection, lease, outcome, () => !signal.aborted && !held.hasExpired);
};

const sendOutput = (
  connection: Connection,
  { job, leaseId }: Lease,
  part: OutputPart,
): Promise<ResultOf<Endpoints['sendJobOutput']>> => {
  const params = { sessionId: job.sessionId, jobId: job.id };
  const answer = callEndpoint(connection, endpoints.sendJobOutput, { params, body: { leaseId, ...part } });
  return answer as Promise<ResultOf<Endpoints['sendJobOutput']>>;
};

const whyOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 1000);

/** Asked anew after something was awaited. */
const isAborted = ({ aborted }: AbortSignal): boolean => aborted;
