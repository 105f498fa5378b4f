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
  /** Aborts when the job is no longer wanted. */
  signal: AbortSignal;
  /**
   * Sends a part of the job's output, so that others see it before the job ends; at most four times a second. Resolves
   * with the position of the next part, and with whether the service has stopped storing output.
   */
  sendOutput: (part: OutputPart) => Promise<{ next: number; full: boolean }>;
  /** Sets the progress of the job. The next heartbeat reports it, and follows at once. */
  setProgress: (progress: Progress) => void;
}

/** A part of one stream; `since` is the number of characters before it. */
export type OutputPart = Pick<BodyGiven<Endpoints['sendJobOutput']>, 'stream' | 'since' | 'text'>;

export interface WorkerOptions extends ClientOptions {
  /** The job types that it runs. */
  types: string[];
  /** Runs one job. An exception fails the job. */
  run: (lease: Lease, options: RunningJob) => Promise<JobOutcome>;
  /**
   * The session of a session's worker token. Without it the worker claims jobs of all sessions, with the operator's
   * token.
   */
  sessionId?: string | undefined;
  /** The worker's name in the job records. */
  worker?: string | undefined;
  /** The number of jobs that it runs at once. */
  slots?: number | undefined;
  /** An abort ends the worker: running jobs go back to the queue. */
  signal: AbortSignal;
  /** Receives errors outside of a job: an unreachable service, a lost lease, a lost job. */
  onError?: ((error: unknown) => void) | undefined;
}

const firstBackoffMs = 500;

/** Claims and runs jobs until the signal aborts; resolves when the last job has ended or was given back (JOB-23). */
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
      // A service that does not hold requests is asked as rarely as a failing service.
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
  // The lease is renewed until the outcome is reported.
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

/** A function, so that the compiler does not assume that the flag stayed the same across an `await`. */
const isAborted = ({ aborted }: AbortSignal): boolean => aborted;
