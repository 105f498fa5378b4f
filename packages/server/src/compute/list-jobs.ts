import {
  type Endpoints,
  type Job,
  type JobSummary,
  pageBytes,
  type QueryOf,
  type SessionState,
} from '@pairspace/protocol';
import { countEndedAt, listStatesAt } from '../events/entity-store.ts';
import { numberCursor, type Page, pageOfRows } from '../storage/page.ts';
import { sql, statement } from '../storage/sql.ts';
import type { Queries } from '../storage/storage.ts';
import { joinsState, presentJob, readJob, type StoredSummary, summaryOf } from './job-store.ts';

type JobQuery = QueryOf<Endpoints['listJobs']>;

/** The jobs of a session, newest first, without input, stdout and stderr (JOB-18). */
export const listJobs = async (
  db: Queries,
  sessionId: string,
  { limit, cursor, status, agentId }: JobQuery,
): Promise<Page<JobSummary>> => {
  const before = numberCursor('jobs', cursor) ?? Number.MAX_SAFE_INTEGER;
  const rows = await db.all<StoredSummary & { number: number; position: number | null; available: number }>(
    ...statement(sql`
      select * from (
        select chosen.*, count(*) over () as available,
          sum(octet_length(data)) over (order by number desc) - octet_length(data) as bytes_before
        from (
          select number, cast(data as text) as data, progress, expires_at as "expiresAt" from job join ${joinsState}
          where job.session_id = ${sessionId} and number < ${before}
            and (${status ?? ''} = '' or status = ${status ?? ''}) and (${agentId ?? ''} = '' or agent_id = ${agentId ?? ''})
          order by number desc limit 0 + ${limit + 1}
        ) chosen
      ) page left join (
        select number as pending_number, row_number() over (order by number) as position
        from job where session_id = ${sessionId} and status = 'pending' and number < ${before}
      ) queued on pending_number = number
      where bytes_before <= ${pageBytes} order by number desc
    `),
  );
  const { items, nextCursor } = pageOfRows('jobs', rows, limit, (row) => row.number, rows[0]?.available);
  return { items: items.map((row) => summaryOf(row, row.position)), nextCursor };
};

/** The jobs of a session with their input and output, for an export. */
export const listWholeJobs = async (db: Queries, sessionId: string, page: JobQuery): Promise<Page<Job>> => {
  const { items, nextCursor } = await listJobs(db, sessionId, page);
  const whole = items.map(async ({ id }) => presentJob(await readJob(db, { sessionId, id })));
  return { items: await Promise.all(whole), nextCursor };
};

/** How many jobs there were after an event (TIME-3). */
export const countJobsAt = async (db: Queries, sessionId: string, seq: number): Promise<SessionState['jobs']> => {
  const jobs = { sessionId, kind: 'job' } as const;
  const statuses = await listStatesAt(db, jobs, seq, ({ data }) => (JSON.parse(data) as JobSummary).status);
  const ended = (await countEndedAt(db, jobs, seq)).values().reduce((sum, count) => sum + count, 0);
  const count = (status: JobSummary['status']): number => statuses.filter((one) => one === status).length;
  const [pending, running] = [count('pending'), count('running')];
  return { pending, running, ended: ended + statuses.length - pending - running };
};
