import { type BodyGiven, type Endpoints, type Lease, ServiceError } from '@pairspace/protocol';
import { UnexpectedAnswer } from '../answer.ts';
import type { Pause } from '../pause.ts';
import type { CallOptions } from '../request.ts';
import { persist } from '../persist.ts';
import { firstCharacters } from './first-characters.ts';
import { type OutputFile, uploadOutputs } from './upload-outputs.ts';
import { leaseOf, type WorkerCalls } from './worker-calls.ts';

type Report = Omit<BodyGiven<Endpoints['completeJob']>, 'leaseId'>;
type Failure = Omit<BodyGiven<Endpoints['failJob']>, 'leaseId'>;

/** The outcome of a job in the form of a report. */
type ReportedOutcome =
  /** `outputs` become files of the session. */
  | { completed: Report & { outputs?: OutputFile[] } }
  /** `outputs` are named in the record of the job alone. */
  | { failed: Failure & { outputs?: OutputFile[] } }
  /** The job goes back to the queue for another worker, and the attempt does not count. */
  | { released: true };

/**
 * The outcome of a job. `lost`: the reason why the job could not run here. No report is sent then, so the lease runs
 * out and the attempt counts (JOB-14).
 */
export type JobOutcome = ReportedOutcome | { lost: string };

/** The longest message of a failure that surely fits: the service accepts 16 KB. */
const mostMessageCharacters = 4000;

/** Error pages of a proxy that last longer, in durations of the lease, count as a refusal of the request. */
const leasesOfPages = 4;

/** Reports the outcome of a job to the service; tries again during outages while `goesOn` returns true. */
export const reportOutcome = async (
  calls: WorkerCalls,
  lease: Lease,
  outcome: ReportedOutcome,
  { pause, goesOn }: { pause: Pause; goesOn: () => boolean },
): Promise<void> => {
  const held = leaseOf(lease);
  const endOfPages = performance.now() + leasesOfPages * lease.leaseMs;
  const reporting = {
    pause,
    goesOn: (error: unknown) => goesOn() && !(error instanceof UnexpectedAnswer && performance.now() > endOfPages),
  };
  const tell = (call: (options: CallOptions) => Promise<unknown>): Promise<unknown> => persist(call, reporting);
  const fail = ({ message, ...failure }: Failure): Promise<unknown> => {
    const why = message === undefined ? {} : { message: firstCharacters(message, mostMessageCharacters) };
    return tell((options) => calls.failJob({ ...held, ...failure, ...why }, options));
  };
  if ('released' in outcome) {
    await tell((options) => calls.releaseJob(held, options));
  } else if ('failed' in outcome) {
    const { outputs = [], ...failure } = outcome.failed;
    await uploadOutputs(calls, lease, outputs, reporting);
    await fail(failure);
  } else {
    const { outputs = [], ...report } = outcome.completed;
    await uploadOutputs(calls, lease, outputs, reporting);
    try {
      await tell((options) => calls.completeJob({ ...held, ...report }, options));
    } catch (error) {
      if (!isRefused(error)) throw error;
      // If the service refuses the report, the job fails: another run would produce the same report.
      await fail({ reason: 'output', message: error.message });
    }
  }
};

const isRefused = (error: unknown): error is ServiceError | UnexpectedAnswer =>
  error instanceof UnexpectedAnswer ||
  (error instanceof ServiceError && (error.status === 400 || error.status === 413));
