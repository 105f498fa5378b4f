import type { JobReason, SessionStatus } from '@pairspace/protocol';
import { systemActor } from '../access/caller.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import type { ComputeBackend } from './compute-backend.ts';
import { cancelJob } from './cancel-job.ts';
import { changeJob } from './change-job.ts';
import { type HeldJob, type JobKey, lockJob } from './job-store.ts';
import type { LeaseKey } from './leases.ts';

/** Jobs that waited for too long, in sessions that are not paused. */
export const listOverdue = (db: Queries, now: number, limit: number): Promise<JobKey[]> =>
  db.all<JobKey>`
    select job.session_id as "sessionId", job.id from job
    join compute_pool pool on pool.session_id = job.session_id
    where job.status = 'pending' and job.expires_at <= ${now} and held_since is null
    order by job.expires_at limit 0 + ${limit}
  `;

/** Ends a job that had no turn in time (JOB-15). */
export const expireJob = async (
  tx: Transaction,
  key: JobKey,
  closedFor: ComputeBackend['closedFor'],
): Promise<void> => {
  const job = await lockJob(tx, key);
  const { status, type } = job.summary;
  if (status !== 'pending' || job.expiresAt === null || job.expiresAt > tx.now) return;
  const minutes = Math.round((tx.now - job.queuedAt) / 6000) / 10;
  const closed = closedFor(type);
  const why = closed ? `: this service runs no ${type} jobs now, ${closed.reason}` : '';
  await failPending(tx, job, 'expired', `It waited for ${String(minutes)} min and had no turn${why}.`);
};

/** Jobs for the sandbox that wait for a runtime. */
export const listWaitingFor = (db: Queries, type: string, limit: number): Promise<JobKey[]> =>
  db.all<JobKey>`
    select job.session_id as "sessionId", job.id from job join compute_pool pool on pool.session_id = job.session_id
    where job.type = ${type} and job.status = 'pending' and pool.provider = 'sandbox'
    limit 0 + ${limit}
  `;

/** Ends a job whose runtime does not become available (JOB-30). */
export const refuseJob = async (tx: Transaction, key: JobKey, reason: string): Promise<void> => {
  const job = await lockJob(tx, key);
  const { status, type } = job.summary;
  if (status === 'pending')
    await failPending(tx, job, 'runtime_refused', `This service runs no ${type} jobs: ${reason}.`);
};

const failPending = async (tx: Transaction, before: HeldJob, reason: JobReason, message: string): Promise<void> => {
  const after = { ...before, summary: { ...before.summary, status: 'failed', error: { reason, message } } } as const;
  await changeJob(tx, { before, after, trigger: 'expire', actor: systemActor });
};

/** Leases that were not renewed in time. */
export const listExpiredLeases = (db: Queries, now: number, limit: number): Promise<LeaseKey[]> =>
  db.all<LeaseKey>`
    select session_id as "sessionId", job.id, lease_id as "leaseId" from job
    join session on session.id = job.session_id
    where job.status = 'running' and lease_expires_at <= ${now} order by lease_expires_at limit 0 + ${limit}
  `;

/** Leases that processes of this service hold; some of these processes may be dead. */
export const listHeldLeases = (db: Queries, limit: number): Promise<(LeaseKey & { holder: string })[]> =>
  db.all<LeaseKey & { holder: string }>`
    select session_id as "sessionId", id, lease_id as "leaseId", lease_holder as holder from job
    where status = 'running' and lease_holder is not null order by lease_expires_at limit 0 + ${limit}
  `;

/**
 * Jobs that had not ended when their session was completed, and pending jobs whose agent was removed (SEAT-7), or one of
 * them. The query begins with the busy pools, because they are few: SQLite reads the tables of a cross join in their
 * order.
 */
export const listOrphans = (db: Queries, limit: number, only?: JobKey): Promise<(JobKey & { why: string })[]> =>
  db.all<JobKey & { why: string }>`
    select job.session_id as "sessionId", job.id, case when session.status = 'completed' then 'The session was completed.'
      else 'The agent that submitted it was removed.' end as why
    from compute_pool pool cross join session cross join job
    where (pool.pending > 0 or pool.running > 0) and session.id = pool.session_id
      and job.session_id = pool.session_id and job.status in ('pending', 'running')
      and (session.status = 'completed' or job.status = 'pending' and not exists (
        select 1 from seat where seat.session_id = job.session_id and seat.agent_id = job.agent_id
      ))
      and (${only?.id ?? ''} = '' or (pool.session_id = ${only?.sessionId ?? ''} and job.id = ${only?.id ?? ''}))
    limit 0 + ${limit}
  `;

export const cancelOrphan = async (tx: Transaction, key: JobKey): Promise<void> => {
  await lockJob(tx, key);
  const [orphan] = await listOrphans(tx, 1, key);
  if (orphan) await cancelJob(tx, key, systemActor, orphan.why);
};

/** Sessions that were paused or resumed, so that the expiry of their pending jobs must stop or resume. */
export const listPauseChanges = (db: Queries, limit: number): Promise<{ sessionId: string }[]> =>
  db.all<{ sessionId: string }>`
    select session_id as "sessionId" from compute_pool cross join session
    where (pending > 0 or running > 0) and held_since is null
      and session.id = session_id and session.status = 'paused'
    union all
    select session_id as "sessionId" from compute_pool cross join session
    where held_since is not null and session.id = session_id and session.status <> 'paused'
    limit 0 + ${limit}
  `;

/** Stops the expiry of jobs while their session is paused, and later resumes it with the time that was left (JOB-17). */
export const applyPause = async (tx: Transaction, { sessionId }: { sessionId: string }): Promise<void> => {
  const pool = await tx.get<{ heldSince: number | null; status: SessionStatus }>`
    select held_since as "heldSince", session.status from compute_pool
    join session on session.id = compute_pool.session_id where session_id = ${sessionId}
  `;
  if (!pool) return;
  const { heldSince, status } = pool;
  const mustWait = status === 'paused';
  if (mustWait && heldSince === null) {
    await tx.run`
      update compute_pool set held_since = ${tx.now} where session_id = ${sessionId} and (pending > 0 or running > 0)
    `;
  } else if (!mustWait && heldSince !== null) {
    await tx.run`
      update job set expires_at = expires_at + ${tx.now - heldSince}
      where session_id = ${sessionId} and status = 'pending'
    `;
    await tx.run`update compute_pool set held_since = null where session_id = ${sessionId}`;
  }
};
