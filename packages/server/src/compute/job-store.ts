import {
  conflict,
  type Job,
  type JobProgress,
  type JobStatus,
  type JobSummary,
  type JobUsage,
  ServiceError,
} from '@pairspace/protocol';
import { getSessionHead, type SessionHead } from '../access/session-head.ts';
import { isoTimeOrNull } from '../lib/clock.ts';
import { type Sql, sql, statement } from '../storage/sql.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { thousandths } from './pool-store.ts';

/** A job as its newest event has it, and what no event has or what changes without one. */
export interface HeldJob {
  summary: JobSummary;
  /** Counts the jobs of the session. */
  number: number;
  /** JSON text. */
  input: string;
  onConflict: 'overwrite' | 'fail' | 'rename' | null;
  stdout: string;
  stderr: string;
  leaseId: string | null;
  /** The process of this service that has the lease. */
  leaseHolder: string | null;
  /** Times in milliseconds since 1970. */
  leaseExpiresAt: number | null;
  /** When the job expires unless it begins before; null while it is not pending. */
  expiresAt: number | null;
  queuedAt: number;
  startedAt: number | null;
  progressAt: number | null;
}

export interface JobKey {
  sessionId: string;
  id: string;
}

/** The right to a running job. */
export interface LeaseKey extends JobKey {
  leaseId: string;
}

export const hasEnded = (status: JobStatus): boolean => status !== 'pending' && status !== 'running';

export const noUsage: Readonly<JobUsage> = {
  queueMs: 0,
  wallMs: 0,
  cpuMs: 0,
  peakMemoryMb: 0,
  outputBytes: 0,
  estimated: false,
};

/** The parts of a summary as the tables have them. */
export interface StoredSummary {
  data: string;
  progress: string | null;
  expiresAt: number | null;
}

/** The join of a job with its newest state. */
export const joinsState = sql`
  entity on entity.session_id = job.session_id and entity.kind = 'job' and entity.id = job.id
`;

export const summaryOf = ({ data, progress, expiresAt }: StoredSummary, queuePosition: number | null): JobSummary => ({
  ...(JSON.parse(data) as JobSummary),
  queuePosition,
  progress: progress === null ? null : (JSON.parse(progress) as JobProgress),
  expiresAt: isoTimeOrNull(expiresAt),
});

/**
 * The job that a condition on the table `job` chooses, with its place in the queue; undefined without one. A single
 * statement reads both, because the job could start between two statements.
 */
export const selectJob = async (db: Queries, condition: Sql): Promise<HeldJob | undefined> => {
  const row = await db.get<Omit<HeldJob, 'summary'> & StoredSummary & { position: number | null }>(
    ...statement(sql`
      select data, progress, number, input, on_conflict as "onConflict", stdout, stderr, lease_id as "leaseId",
        lease_holder as "leaseHolder", lease_expires_at as "leaseExpiresAt", expires_at as "expiresAt",
        queued_at as "queuedAt", started_at as "startedAt", progress_at as "progressAt",
        case when status = 'pending' then (
          select count(*) from job earlier
          where earlier.session_id = job.session_id and earlier.status = 'pending' and earlier.number <= job.number
        ) end as position
      from job join ${joinsState} where ${condition}
    `),
  );
  if (!row) return undefined;
  const { data, progress, position, ...held } = row;
  return { ...held, summary: summaryOf({ data, progress, expiresAt: held.expiresAt }, position) };
};

/** Locks the row of the job until the end of the transaction, and reads it. */
export const lockJob = async (tx: Transaction, key: JobKey): Promise<HeldJob> => {
  await tx.run`update job set number = number where session_id = ${key.sessionId} and id = ${key.id}`;
  return readJob(tx, key);
};

/**
 * Locks a job, and reads it and its session for the holder of its lease. A worker that lost the lease is refused
 * (JOB-24).
 */
export const lockLeased = async (
  tx: Transaction,
  { leaseId, ...key }: LeaseKey,
): Promise<{ job: HeldJob; session: SessionHead }> => {
  const job = await lockJob(tx, key);
  // The jobs of a deleted session go after it.
  const session = await getSessionHead(tx, key.sessionId);
  const { status } = job.summary;
  if (status === 'running' && job.leaseId === leaseId) return { job, session };
  throw conflict('lease_lost', `This lease is over: the job is ${status}. Stop working on it.`, { status });
};

export const readJob = async (db: Queries, { sessionId, id }: JobKey): Promise<HeldJob> => {
  const job = await selectJob(db, sql`job.session_id = ${sessionId} and job.id = ${id}`);
  if (!job) throw new ServiceError('NOT_FOUND', 'There is no such job in this session.');
  return job;
};

/** A job with its summary, its input and its output. */
export const presentJob = ({ summary, input, stdout, stderr }: HeldJob): Job => ({
  ...summary,
  input: JSON.parse(input) as unknown,
  stdout,
  stderr,
});

/** Writes what a new job is found by, and its input. */
export const insertJob = (tx: Transaction, { summary, number, input, onConflict, ...job }: HeldJob): Promise<number> =>
  tx.run`
    insert into job (session_id, id, number, type, status, agent_id, cost, input, on_conflict, expires_at, queued_at)
    values (${summary.sessionId}, ${summary.id}, ${number}, ${summary.type}, ${summary.status},
      ${summary.submittedBy.agentId}, ${thousandths(summary.cost)}, ${input}, ${onConflict}, ${job.expiresAt},
      ${job.queuedAt})
  `;

/** Writes the columns that can change after submission. */
export const saveJob = (tx: Transaction, { summary, ...job }: HeldJob): Promise<number> =>
  tx.run`
    update job set status = ${summary.status}, credits = ${thousandths(summary.credits)}, stdout = ${job.stdout},
      stderr = ${job.stderr}, progress = ${summary.progress === null ? null : JSON.stringify(summary.progress)},
      lease_id = ${job.leaseId}, lease_holder = ${job.leaseHolder}, lease_expires_at = ${job.leaseExpiresAt},
      expires_at = ${job.expiresAt}, queued_at = ${job.queuedAt}, started_at = ${job.startedAt}
    where session_id = ${summary.sessionId} and id = ${summary.id}
  `;
