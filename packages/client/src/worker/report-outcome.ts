import { type BodyGiven, type Endpoints, type Lease, ServiceError } from '@pairspace/protocol';
import type { Pause } from '../pause.ts';
import type { CallOptions } from '../request.ts';
import { persist } from '../persist.ts';
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
  /** Another worker shall have it, and the attempt not count. */
  | { released: true };

/**
 * The outcome of a job. `lost`: the reason why it could not run here. No report is sent then, so the lease runs out and
 * the attempt counts (JOB-14).
 */
export type JobOutcome = ReportedOutcome | { lost: string };

/** Tells the service what became of a job, over outages too, while `goesOn`. */
export const reportOutcome = async (
  calls: WorkerCalls,
  lease: Lease,
  outcome: ReportedOutcome,
  reporting: { pause: Pause; goesOn: () => boolean },
): Promise<void> => {
  const held = leaseOf(lease);
  const tell = (call: (options: CallOptions) => Promise<unknown>): Promise<unknown> => persist(call, reporting);
  if ('released' in outcome) {
    await tell((options) => calls.releaseJob(held, options));
  } else if ('failed' in outcome) {
    const { outputs = [], ...failure } = outcome.failed;
    await uploadOutputs(calls, lease, outputs, reporting);
    await tell((options) => calls.failJob({ ...held, ...failure }, options));
  } else {
    const { outputs = [], ...report } = outcome.completed;
    await uploadOutputs(calls, lease, outputs, reporting);
    try {
      await tell((options) => calls.completeJob({ ...held, ...report }, options));
    } catch (error) {
      if (!isRefused(error)) throw error;
      // A report that the service cannot take is the end of the job, and no reason to run it again.
      const message = error.message.slice(0, 1000);
      await tell((options) => calls.failJob({ ...held, reason: 'output', message }, options));
    }
  }
};

const isRefused = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && (error.status === 400 || error.status === 413);
