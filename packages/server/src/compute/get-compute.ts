import type { AgentUsage, Endpoints, ResultOf } from '@pairspace/protocol';
import { type Sql, sql, statement } from '../storage/sql.ts';
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
        select agent_id as agent, max(number) as newest, count(*) as jobs, cast(sum(credits) as bigint) as used,
          count(*) filter (where status = 'pending') as pending,
          count(*) filter (where status = 'running') as running,
          count(*) filter (where status = 'completed') as completed,
          count(*) filter (where status = 'failed') as failed,
          count(*) filter (where status = 'cancelled') as cancelled,
          ${usageSum('cpuMs')} as "cpuMs", ${usageSum('wallMs')} as "wallMs", ${usageSum('outputBytes')} as "outputBytes"
        from job join ${joinsState} where job.session_id = ${sessionId} group by agent_id
      ) sums join job on job.session_id = ${sessionId} and number = newest join ${joinsState} order by agent
    `),
  );
  return rows.map((row) => ({ ...row, credits: creditsOf(row.credits) }));
};

/** The sum over jobs that have ended. Reals do not overflow, whatever an import has brought. */
const usageSum = (field: 'cpuMs' | 'wallMs' | 'outputBytes'): Sql => sql`coalesce(
  sum(cast(data -> 'usage' ->> ${field} as double precision)) filter (where ended_at is not null), 0
)`;
