import type { AgentUsage, Endpoints, JobStatus, ResultOf } from '@pairspace/protocol';
import { Sql, sql, statement } from '../storage/sql.ts';
import type { Queries } from '../storage/storage.ts';
import type { ComputeBackend } from './compute-backend.ts';
import { joinsState } from './job-store.ts';
import { creditsOf, findPoolRow, presentPool } from './pool-store.ts';

/** The pool, what each agent used of it, and the length of the queue (JOB-2). */
export const getCompute = async (
  db: Queries,
  sessionId: string,
  backend: ComputeBackend,
): Promise<ResultOf<Endpoints['getCompute']>> => {
  const row = await findPoolRow(db, sessionId);
  return {
    pool: row ? presentPool(row, backend) : null,
    agentUsage: await listAgentUsage(db, sessionId),
    queue: { pending: row?.pending ?? 0, running: row?.running ?? 0 },
  };
};

/** The jobs and credits of each agent of a session, by agentId (JOB-2). */
const listAgentUsage = async (db: Queries, sessionId: string): Promise<AgentUsage[]> => {
  const rows = await db.all<AgentUsage>(
    ...statement(sql`
      select agent as "agentId", data -> 'submittedBy' ->> 'agentName' as "agentName", jobs, pending, running, completed,
        failed, cancelled, used as credits, "cpuMs", "wallMs", "outputBytes"
      from (
        select agent_id as agent, max(number) as newest, count(*) as jobs, ${countOf('pending')}, ${countOf('running')},
          ${countOf('completed')}, ${countOf('failed')}, ${countOf('cancelled')}, cast(sum(credits) as bigint) as used,
          ${usageSum('cpuMs')}, ${usageSum('wallMs')}, ${usageSum('outputBytes')}
        from job join ${joinsState} where job.session_id = ${sessionId} group by agent_id
      ) sums join job on job.session_id = ${sessionId} and number = newest join ${joinsState} order by agent
    `),
  );
  return rows.map((row) => ({ ...row, credits: creditsOf(row.credits) }));
};

const countOf = (status: JobStatus): Sql => {
  const name = new Sql([status], []);
  return sql`count(*) filter (where status = ${status}) as ${name}`;
};

/** The sum over jobs that have ended. Reals do not overflow, whatever an import has brought. */
const usageSum = (field: 'cpuMs' | 'wallMs' | 'outputBytes'): Sql => {
  const name = new Sql([`"${field}"`], []);
  const used = sql`cast(data -> 'usage' ->> ${field} as double precision)`;
  return sql`coalesce(sum(${used}) filter (where ended_at is not null), 0) as ${name}`;
};
