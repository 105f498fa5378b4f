import type { JobStatus, JobSummary, SessionState } from '@pairspace/protocol';
import { countEndedAt, listStatesAt } from '../events/entity-store.ts';
import type { Queries } from '../storage/storage.ts';

/** How many jobs there were after an event (TIME-3). */
export const countJobsAt = async (db: Queries, sessionId: string, seq: number): Promise<SessionState['jobs']> => {
  const jobs = { sessionId, kind: 'job' } as const;
  const statuses = await listStatesAt(db, jobs, seq, ({ data }) => (JSON.parse(data) as JobSummary).status);
  const ended = (await countEndedAt(db, jobs, seq)).values().reduce((sum, count) => sum + count, 0);
  const count = (status: JobStatus): number => statuses.filter((one) => one === status).length;
  const [pending, running] = [count('pending'), count('running')];
  return { pending, running, ended: ended + statuses.length - pending - running };
};
