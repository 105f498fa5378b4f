import {
  type BodyOf,
  conflict,
  type Endpoints,
  invalid,
  isSandboxType,
  type Job,
  type JobLimits,
  type JobSummary,
  type Limits,
  type SandboxType,
  ServiceError,
} from '@pairspace/protocol';
import { actorOf, type AgentCaller } from '../access/caller.ts';
import { getOpenSession } from '../access/session-head.ts';
import { isoTime } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Transaction } from '../storage/storage.ts';
import { assertMeant } from './claimed-types.ts';
import { changeJob } from './change-job.ts';
import { type HeldJob, noUsage, presentJob } from './job-store.ts';
import { warnOfInputs } from './job-warnings.ts';
import { findInputs, type InputSnapshots, noInputs, parseInput, snapshotInputs, tryInput } from './job-inputs.ts';
import { type ComputeBackend, whyClosed } from './compute-backend.ts';
import { creditsOf, lockPool, type PoolRow, remainingOf, thousandths } from './pool-store.ts';

/** Only a lost lease gives a job another attempt (JOB-14). */
const maxAttempts = 2;
const queueFullRetrySeconds = 5;
const mebibyte = 1024 * 1024;
/** How many missing files a refusal names; paths are long, and a 400 is at most 16 KB (ERR-4). */
const mostNamed = 5;

export interface SubmitRules {
  backend: ComputeBackend;
  limits: Limits;
  /** How long a job may wait for its turn. */
  queueTtlMs: number;
}

/** Puts a job into the queue of its session, with a snapshot of the session files that it needs (JOB-6). */
export const submitJob = async (
  tx: Transaction,
  caller: AgentCaller,
  body: BodyOf<Endpoints['submitJob']>,
  { backend, limits: maxima, queueTtlMs }: SubmitRules,
): Promise<Job> => {
  const { id: sessionId } = await getOpenSession(tx, caller.sessionId);
  const pool = await lockPool(tx, sessionId);
  const given = body.input ?? body.payload ?? null;
  const limits: JobLimits = { ...(JSON.parse(pool.defaults) as JobLimits), ...(body.limits as Partial<JobLimits>) };
  const cost = thousandths(body.cost ?? limits.cpuMs / 1000);
  const sandboxed = pool.provider === 'sandbox' && isSandboxType(body.type) ? body.type : undefined;
  const input = sandboxed ? parseInput(given, maxima) : isSandboxType(body.type) ? tryInput(given, maxima) : undefined;
  if (pool.provider === 'sandbox' && !isSandboxType(body.type)) await assertMeant(tx, sessionId, body.type);
  if (sandboxed) assertRuns(backend, sandboxed, limits, cost);
  assertQueueHasRoom(pool);
  await assertAffordable(tx, caller, pool, cost);
  const inputs = input ? await findInputs(tx, sessionId, input) : noInputs;
  assertThere(inputs);
  assertFits(inputs, limits);

  const after: HeldJob = {
    summary: newJob(caller, body, { cost, limits, pool, inputs, now: tx.now }),
    number: pool.last_number + 1,
    input: JSON.stringify(given),
    onConflict: input?.onConflict ?? null,
    expiresAt: tx.now + queueTtlMs,
    queuedAt: tx.now,
    ...{ stdout: '', stderr: '', leaseId: null, leaseHolder: null, leaseExpiresAt: null },
    ...{ startedAt: null, progressAt: null },
  };
  await tx.run`update compute_pool set last_number = ${after.number} where session_id = ${sessionId}`;
  await snapshotInputs(tx, { sessionId, id: after.summary.id }, inputs);
  return presentJob(await changeJob(tx, { before: undefined, after, trigger: 'submit', actor: actorOf(caller) }));
};

const assertRuns = (backend: ComputeBackend, type: SandboxType, { memoryMb }: JobLimits, cost: number): void => {
  if (cost === 0) throw invalid('body.cost', 'must be more than 0: the job is stopped when it is used up');
  const { mode, sandbox } = backend;
  if (mode === 'off') {
    throw conflict('sandbox_off', 'This service runs no jobs in a sandbox. A pool with provider "worker" needs none.');
  }
  const closed = whyClosed(backend, type);
  if (closed?.isFinal) throw conflict('runtime_refused', `This service runs no ${type} jobs: ${closed.reason}.`);
  if (sandbox && sandbox.hostMemoryMb(type, memoryMb) > sandbox.memoryBudgetMb) {
    throw invalid('body.limits.memoryMb', 'is more, with what the runtime needs, than this service has for all jobs');
  }
};

const assertQueueHasRoom = ({ pending, max_pending: most }: PoolRow): void => {
  if (pending < most) return;
  throw new ServiceError(
    'RATE_LIMITED',
    `The queue is full: ${String(most)} jobs wait. Try again in ${String(queueFullRetrySeconds)} s.`,
    { details: { reason: 'queue_full', retryAfterSeconds: queueFullRetrySeconds } },
  );
};

/** The credits that an agent has used, and those that are set aside for its jobs, in thousandths. */
const sumCredits = async (tx: Transaction, sessionId: string, agentId: string): Promise<number> => {
  const row = await tx.get<{ credits: number }>`
    select cast(sum(case when status in ('pending', 'running') then cost else credits end) as bigint) as credits
    from job where session_id = ${sessionId} and agent_id = ${agentId}
  `;
  return row?.credits ?? 0;
};

const assertAffordable = async (
  tx: Transaction,
  { agentId }: AgentCaller,
  pool: PoolRow,
  cost: number,
): Promise<void> => {
  const left = remainingOf(pool);
  const bound = pool.agent_credits === null ? 0 : await sumCredits(tx, pool.session_id, agentId);
  const share = pool.agent_credits === null ? Infinity : Math.max(0, pool.agent_credits - bound);
  if (cost <= Math.min(left, share)) return;
  const isShare = share < left;
  const remaining = creditsOf(Math.min(left, share));
  // Used and reserved credits stay bound, so a limit of this sum would suffice.
  const sum = creditsOf((isShare ? bound : pool.total_credits - left) + cost);
  const [whose, field] = isShare ? ['this agent has', 'perAgentCredits'] : ['the pool has', 'totalCredits'];
  const smaller = remaining > 0 ? `Give it a cost of at most ${String(remaining)}. ` : '';
  throw conflict(
    'out_of_credits',
    `The job reserves ${String(creditsOf(cost))} credits, but ${whose} ${String(remaining)} left. ${smaller}Give the pool ${field} of ${String(sum)}.`,
    { neededCredits: creditsOf(cost), remainingCredits: remaining, [field]: sum },
  );
};

/** Refuses a job that names a missing file, because the job would certainly fail (JOB-29). */
const assertThere = ({ missing }: InputSnapshots): void => {
  if (missing.length === 0) return;
  const paths = missing.slice(0, mostNamed);
  const morePaths = missing.length - paths.length;
  const issue = { path: 'body.input', message: 'names files that are not in this session' };
  throw new ServiceError(
    'VALIDATION_ERROR',
    `The job names files that are not in this session, such as "${paths.at(0) ?? ''}". Write them first.`,
    { details: { reason: 'input_missing', issues: [issue], paths, ...(morePaths > 0 && { morePaths }) } },
  );
};

const assertFits = ({ files }: InputSnapshots, { diskMb, maxFiles }: JobLimits): void => {
  if (files.length > maxFiles) {
    throw invalid('body.input.files', `names ${String(files.length)} files, more than limits.maxFiles`);
  }
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > diskMb * mebibyte) throw invalid('body.input.files', 'is more together than limits.diskMb');
};

interface Parts {
  cost: number;
  limits: JobLimits;
  pool: PoolRow;
  inputs: InputSnapshots;
  now: number;
}

const newJob = (
  { sessionId, agentId, agentName }: AgentCaller,
  { type, label = null }: BodyOf<Endpoints['submitJob']>,
  { cost, limits, pool, inputs, now }: Parts,
): JobSummary => {
  const id = newId('job', now);
  return {
    id,
    jobId: id,
    sessionId,
    seq: 0,
    type,
    label,
    status: 'pending',
    submittedBy: { agentId, agentName },
    limits,
    cost: creditsOf(cost),
    credits: 0,
    attempt: 0,
    maxAttempts,
    queuePosition: pool.pending + 1,
    exitCode: null,
    stdoutTruncated: false,
    stderrTruncated: false,
    truncated: false,
    result: null,
    error: null,
    outputs: [],
    warnings: warnOfInputs(inputs.unmatched),
    progress: null,
    usage: noUsage,
    worker: null,
    createdAt: isoTime(now),
    expiresAt: null,
    startedAt: null,
    finishedAt: null,
  };
};
