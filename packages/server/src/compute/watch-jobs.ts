import { sandboxTypes, ServiceError } from '@pairspace/protocol';
import { drain } from '../lib/drain.ts';
import { isProcessGone } from '../lib/process-identity.ts';
import { isIn, sql, statement } from '../storage/sql.ts';
import type { Queries, Storage, Transaction } from '../storage/storage.ts';
import { type ComputeBackend, whyClosed } from './compute-backend.ts';
import { type HeldJob, type JobKey, type LeaseKey, lockJob, lockLeased } from './job-store.ts';
import { loseJob } from './leases.ts';
import { sessionCompleted, type Stop, stopJob } from './stop-job.ts';

const batch = 50;
const mostRecovered = 1000;

export interface JobWatch {
  storage: Storage;
  now: () => number;
  queueTtlMs: number;
  /** Renews the leases of this process, so that they do not count as expired when the clock has jumped. */
  keepLeases: () => Promise<void>;
  backend: ComputeBackend;
  /** Whether no other node could run a job. */
  isOnlyNode: () => boolean;
  /** Aborts when the service shuts down. */
  closing: AbortSignal;
}

/**
 * A round of the watch: stops and resumes the expiry of jobs with their session, takes back expired leases, and ends
 * the jobs that will have no turn. The watch has no state; each transaction decides anew, so that any number of watches
 * may run.
 */
export const watchJobs = async (watch: JobWatch): Promise<void> => {
  const { storage, now, keepLeases, backend, isOnlyNode, closing } = watch;
  const { read } = storage;
  const takeEach = <T extends { sessionId: string }>(
    find: () => Promise<T[]>,
    work: (tx: Transaction, found: T) => Promise<void>,
  ): Promise<unknown[]> =>
    drain(find, (one) => unlessGone(storage.write((tx) => work(tx, one), { session: one.sessionId })), {
      batch,
      closing,
    });

  // The earlier of the times before and after the renewal counts: a clock that jumps in between ends no renewed lease.
  const before = now();
  await keepLeases();
  const renewedAt = Math.min(before, now());
  const refused = isOnlyNode() ? sandboxTypes.filter((type) => whyClosed(backend, type)?.isFinal) : [];
  const failures = [
    ...(await takeEach(() => listPauseChanges(read, batch), applyPause)),
    ...(await takeEach(
      () => listStuck(read, { now: renewedAt, refused, limit: batch }),
      (tx, key) => freeStuck(tx, key, refused, watch),
    )),
  ];
  if (failures.length > 0) throw failures[0];
};

interface PauseChange {
  sessionId: string;
  /** Since when the expiry of its jobs is stopped; null while it is not. */
  heldSince: number | null;
}

/** Sessions that were paused or resumed, or one of them, so that the expiry of their pending jobs must stop or resume. */
export const listPauseChanges = (db: Queries, limit: number, only = ''): Promise<PauseChange[]> =>
  db.all<PauseChange>`
    select session_id as "sessionId", held_since as "heldSince" from compute_pool cross join session
    where (pending > 0 or running > 0) and held_since is null and ${only} in ('', session_id)
      and session.id = session_id and session.status = 'paused'
    union all
    select session_id, held_since from compute_pool cross join session
    where held_since is not null and ${only} in ('', session_id)
      and session.id = session_id and session.status <> 'paused'
    limit 0 + ${limit}
  `;

/** Stops the expiry of jobs while their session is paused, and later resumes it with the time that was left (JOB-17). */
const applyPause = async (tx: Transaction, { sessionId }: PauseChange): Promise<void> => {
  const [change] = await listPauseChanges(tx, 1, sessionId);
  if (!change) return;
  const { heldSince } = change;
  if (heldSince !== null) {
    await tx.run`
      update job set expires_at = expires_at + ${tx.now - heldSince}
      where session_id = ${sessionId} and status = 'pending'
    `;
  }
  const since = heldSince === null ? tx.now : null;
  await tx.run`update compute_pool set held_since = ${since} where session_id = ${sessionId}`;
};

interface Stuck extends JobKey {
  why: 'lost' | 'expired' | 'refused' | 'completed' | 'removed';
}

interface StuckFilter {
  now: number;
  /** Types that no node will run. */
  refused: readonly string[];
  limit: number;
  only?: JobKey;
}

/**
 * Jobs that do not go on by themselves, or one of them, each with the reason: nobody renewed the lease; it waited for
 * too long in a session that is not paused (JOB-15); its runtime does not become available (JOB-30); its session was
 * completed (JOB-28); it waits and its agent was removed (SEAT-7). The last query begins with the busy pools, because
 * they are few: SQLite reads the tables of a cross join in their order.
 */
export const listStuck = (db: Queries, { now, refused, limit, only }: StuckFilter): Promise<Stuck[]> => {
  const asked = only ? sql`job.session_id = ${only.sessionId} and job.id = ${only.id}` : sql`1 = 1`;
  return db.all<Stuck>(
    ...statement(sql`
      select job.session_id as "sessionId", job.id, 'lost' as why
      from job join session on session.id = job.session_id
      where job.status = 'running' and lease_expires_at <= ${now} and ${asked}
      union all
      select job.session_id, job.id, 'expired' from job join compute_pool pool on pool.session_id = job.session_id
      where job.status = 'pending' and expires_at <= ${now} and held_since is null and ${asked}
      union all
      select job.session_id, job.id, 'refused' from job join compute_pool pool on pool.session_id = job.session_id
      where job.status = 'pending' and ${isIn(sql`job.type`, refused)} and provider = 'sandbox' and ${asked}
      union all
      select job.session_id, job.id, case when session.status = 'completed' then 'completed' else 'removed' end
      from compute_pool pool cross join session cross join job
      where (pool.pending > 0 or pool.running > 0) and session.id = pool.session_id
        and job.session_id = pool.session_id and job.status in ('pending', 'running') and ${asked}
        and (session.status = 'completed' or job.status = 'pending' and not exists (
          select 1 from seat where seat.session_id = job.session_id and seat.agent_id = job.agent_id
        ))
      limit 0 + ${limit}
    `),
  );
};

/** Ends a job that is still stuck, or gives it another attempt. */
const freeStuck = async (
  tx: Transaction,
  key: JobKey,
  refused: readonly string[],
  { backend, queueTtlMs }: JobWatch,
): Promise<void> => {
  const job = await lockJob(tx, key);
  const [stuck] = await listStuck(tx, { now: tx.now, refused, limit: 1, only: key });
  if (!stuck) return;
  if (stuck.why === 'lost') await loseJob(tx, job, queueTtlMs);
  else await stopJob(tx, job, stopFor(stuck.why, job, tx.now, whyClosed(backend, job.summary.type)?.reason));
};

const stopFor = (
  why: Exclude<Stuck['why'], 'lost'>,
  { queuedAt, summary: { type } }: HeldJob,
  now: number,
  closed: string | undefined,
): Stop => {
  switch (why) {
    case 'expired': {
      const minutes = Math.round((now - queuedAt) / 6000) / 10;
      const explained = closed === undefined ? '' : `: this service runs no ${type} jobs now, ${closed}`;
      return { reason: 'expired', message: `It waited for ${String(minutes)} min and had no turn${explained}.` };
    }
    case 'refused':
      return {
        reason: 'runtime_refused',
        message: `This service runs no ${type} jobs: ${closed ?? 'it is switched off'}.`,
      };
    case 'completed':
      return sessionCompleted;
    case 'removed':
      return { reason: 'cancelled', message: 'The agent that submitted it was removed.' };
  }
};

/**
 * Called at a start: takes back the leases of dead processes of this machine, so that their jobs need not wait for the
 * expiry.
 */
export const recoverJobs = async (storage: Storage, queueTtlMs: number): Promise<void> => {
  const held = await storage.read.all<LeaseKey & { holder: string }>`
    select session_id as "sessionId", id, lease_id as "leaseId", lease_holder as holder from job
    where status = 'running' and lease_holder is not null order by lease_expires_at limit 0 + ${mostRecovered}
  `;
  for (const lease of held.filter(({ holder }) => isProcessGone(holder))) {
    await unlessGone(loseLease(storage, lease, queueTtlMs));
  }
};

/** Takes back a lease whose holder is known to be gone. */
export const loseLease = (storage: Storage, key: LeaseKey, queueTtlMs: number): Promise<void> =>
  storage.write(async (tx) => loseJob(tx, (await lockLeased(tx, key)).job, queueTtlMs), { session: key.sessionId });

/** Ignores a conflict or a missing job: another process was first, or the session was deleted. */
export const unlessGone = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (!isGone(error)) throw error;
  }
};

export const isGone = (error: unknown): boolean =>
  error instanceof ServiceError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND');
