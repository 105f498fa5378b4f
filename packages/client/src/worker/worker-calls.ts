import type { Lease } from '@pairspace/protocol';
import type { Calls } from '../calls.ts';

/** The calls by which a worker takes jobs and ends them: over the network, or in the process of the service. */
export type WorkerCalls = Pick<
  Calls,
  | 'claimAnyJob'
  | 'claimJob'
  | 'completeJob'
  | 'failJob'
  | 'releaseJob'
  | 'renewLease'
  | 'sendJobOutput'
  | 'uploadJobOutput'
>;

/** The fields that every call about a leased job has. */
export const leaseOf = ({ job, leaseId }: Lease): { sessionId: string; jobId: string; leaseId: string } => ({
  sessionId: job.sessionId,
  jobId: job.id,
  leaseId,
});
