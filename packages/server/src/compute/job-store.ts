import {
  type Job,
  type JobLimits,
  type JobOutput,
  type JobProgress,
  type JobReason,
  type JobStatus,
  type JobSummary,
  type JobUsage,
  ServiceError,
} from '@pairspace/protocol';
import { isoTime, isoTimeOrNull } from '../lib/clock.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { creditsOf } from './pool-store.ts';

/** A job as lists and events need it. */
export interface SummaryRow {
  session_id: string;
  id: string;
  number: number;
  seq: number;
  type: string;
  label: string | null;
  status: JobStatus;
  agent_id: string;
  agent_name: string;
  limits: string;
  cost: number;
  credits: number;
  attempt: number;
  max_attempts: number;
  exit_code: number | null;
  stdout_truncated: number;
  stderr_truncated: number;
  result: string;
  error_reason: JobReason | null;
  error_message: string | null;
  outputs: string;
  warnings: string;
  progress: string | null;
  usage: string;
  worker: string | null;
  created_at: number;
  /** When the job expires unless it begins before; null while it is not pending. */
  expires_at: number | null;
  started_at: number | null;
  finished_at: number | null;
}

export interface JobRow extends SummaryRow {
  input: string;
  on_conflict: 'overwrite' | 'fail' | 'rename' | null;
  stdout: string;
  stderr: string;
  lease_id: string | null;
  lease_holder: string | null;
  lease_expires_at: number | null;
  queued_at: number;
  progress_at: number | null;
}

export interface JobKey {
  sessionId: string;
  id: string;
}

export const noUsage: Readonly<JobUsage> = {
  queueMs: 0,
  wallMs: 0,
  cpuMs: 0,
  peakMemoryMb: 0,
  outputBytes: 0,
  estimated: false,
};

const findJobRow = (db: Queries, { sessionId, id }: JobKey): Promise<JobRow | undefined> =>
  db.get<JobRow>`select * from job where session_id = ${sessionId} and id = ${id}`;

/** Locks the row of the job until the end of the transaction, and reads it. */
export const lockJob = async (tx: Transaction, key: JobKey): Promise<JobRow> => {
  await tx.run`update job set seq = seq where session_id = ${key.sessionId} and id = ${key.id}`;
  return getJobRow(tx, key);
};

export const getJobRow = async (db: Queries, key: JobKey): Promise<JobRow> => {
  const row = await findJobRow(db, key);
  if (!row) throw noSuchJob();
  return row;
};

export const noSuchJob = (): ServiceError => new ServiceError('NOT_FOUND', 'There is no such job in this session.');

export const presentSummary = (row: SummaryRow, queuePosition: number | null): JobSummary => ({
  id: row.id,
  jobId: row.id,
  sessionId: row.session_id,
  seq: row.seq,
  type: row.type,
  label: row.label,
  status: row.status,
  submittedBy: { agentId: row.agent_id, agentName: row.agent_name },
  limits: JSON.parse(row.limits) as JobLimits,
  cost: creditsOf(row.cost),
  credits: creditsOf(row.credits),
  attempt: row.attempt,
  maxAttempts: row.max_attempts,
  queuePosition,
  exitCode: row.exit_code,
  stdoutTruncated: row.stdout_truncated === 1,
  stderrTruncated: row.stderr_truncated === 1,
  truncated: row.stdout_truncated === 1 || row.stderr_truncated === 1,
  result: JSON.parse(row.result) as unknown,
  error: row.error_reason === null ? null : { reason: row.error_reason, message: row.error_message ?? '' },
  outputs: JSON.parse(row.outputs) as JobOutput[],
  warnings: JSON.parse(row.warnings) as string[],
  progress: row.progress === null ? null : (JSON.parse(row.progress) as JobProgress),
  usage: JSON.parse(row.usage) as JobUsage,
  worker: row.worker,
  createdAt: isoTime(row.created_at),
  expiresAt: isoTimeOrNull(row.expires_at),
  startedAt: isoTimeOrNull(row.started_at),
  finishedAt: isoTimeOrNull(row.finished_at),
});

export const presentJob = (row: JobRow, queuePosition: number | null): Job =>
  presentWhole({ row, summary: presentSummary(row, queuePosition) });

/** A job with its summary for lists and events. */
export interface SummarisedJob {
  row: JobRow;
  summary: JobSummary;
}

/** A job with its summary, its input and its output. */
export const presentWhole = ({ row, summary }: SummarisedJob): Job => ({
  ...summary,
  input: JSON.parse(row.input) as unknown,
  stdout: row.stdout,
  stderr: row.stderr,
});

/** Writes the columns of a new job. The others have their defaults. */
export const insertJob = (tx: Transaction, row: JobRow): Promise<number> =>
  tx.run`
    insert into job (session_id, id, number, seq, type, label, status, agent_id, agent_name, input, limits,
      on_conflict, cost, max_attempts, warnings, usage, expires_at, created_at, queued_at)
    values (${row.session_id}, ${row.id}, ${row.number}, ${row.seq}, ${row.type}, ${row.label}, ${row.status},
      ${row.agent_id}, ${row.agent_name}, ${row.input}, ${row.limits}, ${row.on_conflict}, ${row.cost},
      ${row.max_attempts}, ${row.warnings}, ${row.usage}, ${row.expires_at}, ${row.created_at}, ${row.queued_at})
  `;

/** Writes the columns that can change after submission. */
export const saveJob = (tx: Transaction, row: JobRow): Promise<number> =>
  tx.run`
    update job set seq = ${row.seq}, status = ${row.status}, credits = ${row.credits}, attempt = ${row.attempt},
      exit_code = ${row.exit_code}, stdout = ${row.stdout}, stderr = ${row.stderr},
      stdout_truncated = ${row.stdout_truncated}, stderr_truncated = ${row.stderr_truncated}, result = ${row.result},
      error_reason = ${row.error_reason}, error_message = ${row.error_message}, outputs = ${row.outputs},
      warnings = ${row.warnings}, progress = ${row.progress}, usage = ${row.usage}, worker = ${row.worker}, lease_id = ${row.lease_id}, lease_holder = ${row.lease_holder},
      lease_expires_at = ${row.lease_expires_at}, expires_at = ${row.expires_at},
      queued_at = ${row.queued_at}, started_at = ${row.started_at}, finished_at = ${row.finished_at}
    where session_id = ${row.session_id} and id = ${row.id}
  `;
