import { type Actor, type JobStatus, utf8Bytes } from '@pairspace/protocol';
import { appendEvent } from '../events/append-event.ts';
import type { Transaction } from '../storage/storage.ts';
import { forgetOutput } from './output-store.ts';
import { wakeUpTopic } from './wake-ups.ts';
import { countJob } from './count-job.ts';
import { countInHour } from './hourly-credits.ts';
import { deleteInputSnapshots } from './input-snapshots.ts';
import { insertJob, type JobRow, presentSummary, saveJob } from './job-store.ts';
import { assertTransition, hasEnded, type Trigger } from './states.ts';
import type { PoolRow } from './pool-store.ts';
import { correctCharge } from './scheduler.ts';

interface Change {
  /** As it was; undefined for a job that is being submitted. */
  before: JobRow | undefined;
  after: JobRow;
  trigger: Trigger;
  actor: Actor;
  queuePosition?: number | null;
}

/**
 * The one way in which a job changes: its row, the sums of pool and agent, the lane it waits in, credits, its turn,
 * the event that tells of it, and who is told: one of those who could run it, and who runs it when it is cancelled.
 * The caller holds the job's row, or is making it.
 */
export const changeJob = async (
  tx: Transaction,
  { before, after, trigger, actor, queuePosition = null }: Change,
): Promise<JobRow> => {
  const from = before?.status ?? 'none';
  assertTransition(trigger, from, after.status);
  const is = (status: JobStatus): number => Number(after.status === status) - Number(from === status);
  const { session_id: sessionId, agent_id: agentId, type } = after;
  const reserved = reservedFor(after) - (before ? reservedFor(before) : 0);
  const pool = await tx.get<PoolNow>`
    update compute_pool set pending = pending + ${is('pending')}, running = running + ${is('running')},
      reserved_credits = reserved_credits + ${reserved}, used_credits = used_credits + ${after.credits}
    where session_id = ${sessionId} returning provider, pending, running, max_running, last_number,
      hourly_credits, hour_began_at, hour_credits
  `;
  if (pool) await countInHour(tx, pool, { before, after });
  const used = JSON.parse(after.usage) as { cpuMs: number; wallMs: number; outputBytes: number };
  const counted = hasEnded(after.status) ? used : { cpuMs: 0, wallMs: 0, outputBytes: 0 };
  await tx.run`
    update compute_agent set jobs = jobs + ${Number(from === 'none')}, pending = pending + ${is('pending')},
      running = running + ${is('running')}, completed = completed + ${is('completed')}, failed = failed + ${is('failed')},
      cancelled = cancelled + ${is('cancelled')}, reserved_credits = reserved_credits + ${reserved},
      credits = credits + ${after.credits}, cpu_ms = cpu_ms + ${Math.round(counted.cpuMs)},
      wall_ms = wall_ms + ${Math.round(counted.wallMs)}, output_bytes = output_bytes + ${Math.round(counted.outputBytes)}
    where session_id = ${sessionId} and agent_id = ${agentId}
  `;
  if (is('pending') !== 0) {
    await tx.run`
      insert into job_lane (session_id, agent_id, type, pending)
      values (${sessionId}, ${agentId}, ${type}, ${is('pending')})
      on conflict (session_id, agent_id, type) do update set pending = job_lane.pending + excluded.pending
    `;
  }
  if (before?.status === 'running') {
    const elapsedMs = Math.max(0, tx.now - (before.started_at ?? tx.now));
    // A worker may say what it likes, but no turn took longer than it is since it began.
    const tookMs = Math.min(Math.round(counted.wallMs) || elapsedMs, elapsedMs);
    await correctCharge(tx, { sessionId, agentId, chargeMs: before.charged_ms }, tookMs);
  }
  if (is('running') < 0) await forgetOutput(tx, after);
  if (hasEnded(after.status)) await deleteInputSnapshots(tx, after);
  const changed: JobRow = { ...after, finished_at: endOf(after) };
  const summary = presentSummary(changed, queuePosition);
  const bytes = storedBytesOf(changed) - (before ? storedBytesOf(before) : 0);
  const change = { sessionId, event: 'job.updated', actor, bytes, needsRoom: !before } as const;
  const { seq } = await appendEvent(tx, change, summary);
  changed.seq = seq;
  if (pool) {
    tx.queueWrite`
      insert into job_tally (session_id, seq, pending, running, ended)
      values (${sessionId}, ${seq}, ${pool.pending}, ${pool.running},
        ${pool.last_number - pool.pending - pool.running})
    `;
  }
  await countJob(tx, changed, from === 'none');
  if (pool && (after.status === 'pending' || (is('running') < 0 && hasRoomAgain(pool)))) {
    tx.nudge(wakeUpTopic({ provider: pool.provider, type }));
  }
  if (trigger === 'cancel' && before?.lease_holder) tx.nudge(before.lease_holder);
  await (before ? saveJob(tx, changed) : insertJob(tx, changed));
  return changed;
};

/** What the record of a job takes, beside what its event tells. */
const storedBytesOf = ({ input, stdout, stderr, result, outputs, warnings }: JobRow): number =>
  [input, stdout, stderr, result, outputs, warnings].reduce((sum, text) => sum + utf8Bytes(text), 0);

type PoolNow = Pick<
  PoolRow,
  | 'provider'
  | 'pending'
  | 'running'
  | 'max_running'
  | 'last_number'
  | 'hourly_credits'
  | 'hour_began_at'
  | 'hour_credits'
>;

/** It was full until one of its jobs ended, and more wait. */
const hasRoomAgain = ({ pending, running, max_running: most }: PoolNow): boolean => pending > 0 && running === most - 1;

/** Credits that are set aside for a job until it ends. */
const reservedFor = ({ status, cost }: JobRow): number => (hasEnded(status) ? 0 : cost);

/** When it ended: never before it began, though the clock of the node that says so may be behind. */
const endOf = ({ finished_at: finishedAt, started_at: startedAt, queued_at: queuedAt }: JobRow): number | null =>
  finishedAt === null ? null : Math.max(finishedAt, startedAt ?? queuedAt);
