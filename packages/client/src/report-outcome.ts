import {
  type BodyGiven,
  type Endpoint,
  endpoints,
  type Endpoints,
  type Lease,
  ServiceError,
} from '@pairspace/protocol';
import { callEndpoint } from './call-endpoint.ts';
import type { Connection } from './connection.ts';

type Report = Omit<BodyGiven<Endpoints['completeJob']>, 'leaseId'>;
type Failure = Omit<BodyGiven<Endpoints['failJob']>, 'leaseId'>;

/** What became of a job, as the service takes it. */
type ReportedOutcome =
  | { completed: Report }
  | { failed: Failure }
  /** Another worker shall have it, and the attempt not count. */
  | { released: true };

/**
 * What became of a job. `lost`: it could not be run here, for this reason; nothing is told of it, so that the lease runs
 * out and the attempt counts (JOB-14).
 */
export type JobOutcome = ReportedOutcome | { lost: string };

/** Tells the service what became of a job, over outages too, while `goesOn`. */
export const reportOutcome = async (
  connection: Connection,
  { job, leaseId }: Lease,
  outcome: ReportedOutcome,
  goesOn: () => boolean,
): Promise<void> => {
  const params = { sessionId: job.sessionId, jobId: job.id };
  const tell = (endpoint: Endpoint, body: object): Promise<unknown> =>
    callEndpoint(connection, endpoint, { params, body: { leaseId, ...body } }, goesOn);
  if ('released' in outcome) {
    await tell(endpoints.releaseJob, {});
  } else if ('failed' in outcome) {
    await tell(endpoints.failJob, outcome.failed);
  } else {
    try {
      await tell(endpoints.completeJob, outcome.completed);
    } catch (error) {
      if (!isRefused(error)) throw error;
      // What it brought back cannot be taken; that is its end, and no reason to run it again.
      await tell(endpoints.failJob, { reason: 'output', message: error.message.slice(0, 1000) } satisfies Failure);
    }
  }
};

const isRefused = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && (error.status === 400 || error.status === 413);
