import type { Migration } from './migration.ts';

/** Counts the jobs that wait, and finds the oldest of each type, without their records, which may be large. */
export const waitingJobs: Migration = {
  version: 40,
  name: 'waiting jobs',
  sql: `create index job_waiting on job (type, queued_at) where status = 'pending';`,
};
