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

/** The outcome of a job in the form in which the service takes it. */
type ReportedOutcome =
  | { completed: Report }
  | { failed: Failure }
  /** The job goes back to the queue, and this attempt does not count. */
  | { released: true };

/**
 * The outcome of a job. `lost` means that the job could not run here, for this reason. It is not reported, so that the
 * lease expires and the attempt counts (JOB-14).
 */
export type JobOutcome = ReportedOutcome | { lost: string };

/** Reports the outcome of a job to the service, across outages, while `goesOn`. */
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
      // The service refuses the outputs of this job. Another attempt would produce the same, so the job fails.
      await tell(endpoints.failJob, { reason: 'output', message: error.message.slice(0, 1000) } satisfies Failure);
    }
  }
};

const isRefused = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && (error.status === 400 || error.status === 413);
