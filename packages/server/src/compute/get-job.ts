import type { Job } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';
import { getJobRow, type JobKey, presentJob, queuePositionOf } from './job-store.ts';

export const getJob = async (db: Queries, key: JobKey): Promise<Job> => {
  const row = await getJobRow(db, key);
  return presentJob(row, await queuePositionOf(db, row));
};
