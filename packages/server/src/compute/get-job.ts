import type { Job } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';
import { type JobKey, type JobRow, noSuchJob, presentJob } from './job-store.ts';

/**
 * A job with its place in the queue. A single statement reads both, because the job could start between two statements.
 */
export const getJob = async (db: Queries, { sessionId, id }: JobKey): Promise<Job> => {
  const row = await db.get<JobRow & { position: number | null }>`
    select job.*, case when status = 'pending' then (
      select count(*) from job earlier
      where earlier.session_id = job.session_id and earlier.status = 'pending' and earlier.number <= job.number
    ) end as position
    from job where session_id = ${sessionId} and id = ${id}
  `;
  if (!row) throw noSuchJob();
  return presentJob(row, row.position);
};
