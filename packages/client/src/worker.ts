import {
  type BodyGiven,
  endpoints,
  type Endpoints,
  type Lease,
  maxWaitSeconds,
  ServiceError,
} from '@pairspace/protocol';
import { callEndpoint } from './call-endpoint.ts';
import { type ClientOptions, type Connection, connectionOf } from './connection.ts';
import { backoffMs } from './pause.ts';

type Report = Omit<BodyGiven<Endpoints['completeJob']>, 'leaseId'>;
type Failure = Omit<BodyGiven<Endpoints['failJob']>, 'leaseId'>;

/** What became of a job, as the service takes it. `released`: another worker shall have it, and the attempt not count. */
export type JobOutcome = { completed: Report } | { failed: Failure } | { released: true };

export interface WorkerOptions extends ClientOptions {
  /** The types of job that it runs. */
  types: string[];
  /** Runs one job; an abort means that the job is not wanted any more. What it throws fails the job. */
  run: (lease: Lease, options: { signal: AbortSignal }) => Promise<JobOutcome>;
  /** With a session's worker token: that session. Without it jobs of all sessions are claimed, with the operator's token. */
  sessionId?: string | undefined;
  /** Its name in the record of the jobs. */
  worker?: string | undefined;
  /** How many jobs it runs at once. */
  slots?: number | undefined;
  /** An abort ends it: what runs is given back to the queue. */
  signal: AbortSignal;
  /** Told of what went wrong beside a job: the service cannot be reached, a lease was lost. */
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
      const lease = await claim(connection, options);
      failures = 0;
      if (lease) await work(connection, lease, options);
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

const work = async (connection: Connection, lease: Lease, { run, signal, onError }: WorkerOptions): Promise<void> => {
  const { job, leaseId } = lease;
  const params = { sessionId: job.sessionId, jobId: job.id };
  const stop = new AbortController();
  const over = new AbortController();
  const leaseGone = { yes: false };
  const beating = beat(connection, lease, over.signal).catch((error: unknown) => {
    leaseGone.yes = true;
    onError?.(error);
    stop.abort();
  });
  let outcome: JobOutcome;
  try {
    outcome = await run(lease, { signal: AbortSignal.any([signal, stop.signal]) });
  } catch (error) {
    outcome = { failed: { reason: 'exit', message: whyOf(error) } };
  }
  over.abort();
  await beating;
  if (leaseGone.yes) return;
  if (signal.aborted || 'released' in outcome) {
    await callEndpoint(connection, endpoints.releaseJob, { params, body: { leaseId } });
  } else if ('completed' in outcome) {
    try {
      await callEndpoint(connection, endpoints.completeJob, { params, body: { leaseId, ...outcome.completed } });
    } catch (error) {
      if (!isRefused(error)) throw error;
      // What it brought back cannot be taken; that is its end, and no reason to run it again.
      const failed = { reason: 'output', message: whyOf(error) } as const;
      await callEndpoint(connection, endpoints.failJob, { params, body: { leaseId, ...failed } });
    }
  } else {
    await callEndpoint(connection, endpoints.failJob, { params, body: { leaseId, ...outcome.failed } });
  }
};

/** Keeps the lease until `over`; throws when it is lost. While the service cannot be reached it goes on trying. */
const beat = async (connection: Connection, { job, leaseId, leaseMs }: Lease, over: AbortSignal): Promise<void> => {
  const params = { sessionId: job.sessionId, jobId: job.id };
  for (;;) {
    await connection.pause(leaseMs / 3, over).catch(() => undefined);
    if (over.aborted) return;
    try {
      await callEndpoint(connection, endpoints.renewLease, { params, body: { leaseId }, signal: over });
    } catch (error) {
      if (isAborted(over)) return;
      if (error instanceof ServiceError && error.status < 500 && error.status !== 429) throw error;
    }
  }
};

const whyOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 1000);

const isRefused = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && (error.status === 400 || error.status === 413);

/** Asked anew after something was awaited. */
const isAborted = ({ aborted }: AbortSignal): boolean => aborted;
