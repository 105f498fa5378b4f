import { type Actor, type JobStatus, utf8Bytes } from '@pairspace/protocol';
import { appendEvent } from '../events/append-event.ts';
import type { Transaction } from '../storage/storage.ts';
import { forgetOutput } from './output-store.ts';
import { wakeUpTopic } from './wake-up-topic.ts';
import { countJob } from './count-job.ts';
import { deleteInputSnapshots } from './input-snapshots.ts';
import { insertJob, type JobRow, presentSummary, saveJob, type SummarisedJob } from './job-store.ts';
import { assertTransition, hasEnded, type Trigger } from './states.ts';
import type { PoolRow } from './pool-store.ts';
import { forgetUploads } from './upload-store.ts';

interface Change {
  /** The job before the change; undefined for a job that is being submitted. */
  before: JobRow | undefined;
  after: JobRow;
  trigger: Trigger;
  actor: Actor;
  queuePosition?: number | null;
}

/**
 * Makes every change of a job: its row, the sums of its pool and agent, and its event. Notifies a worker that could run
 * a waiting job, and the process that runs a cancelled one. The caller has locked the job's row, or is making it.
 * Returns the job after the change, with the summary that its event carries.
 */
export const changeJob = async (
  tx: Transaction,
  { before, after, trigger, actor, queuePosition = null }: Change,
): Promise<SummarisedJob> => {
  const from = before?.status ?? 'none';
  assertTransition(trigger, from, after.status);
  const is = (status: JobStatus): number => Number(after.status === status) - Number(from === status);
  const reserved = reservedFor(after) - (before ? reservedFor(before) : 0);
  const pool = await countInPool(tx, after, { is, reserved });
  const used = JSON.parse(after.usage) as Used;
  const counted = hasEnded(after.status) ? used : { cpuMs: 0, wallMs: 0, outputBytes: 0 };
  await countForAgent(tx, after, { is, reserved, isNew: from === 'none', used: counted });
  if (is('running') < 0) {
    await forgetOutput(tx, after);
    await forgetUploads(tx, { sessionId: after.session_id, id: after.id });
  }
  if (hasEnded(after.status)) await deleteInputSnapshots(tx, after);
  const changed: JobRow = { ...after, finished_at: endOf(after) };
  const summary = presentSummary(changed, queuePosition);
  const bytes = storedBytesOf(changed) - (before ? storedBytesOf(before) : 0);
  const { session_id: sessionId, type } = after;
  const change = { sessionId, event: 'job.updated', actor, bytes, needsRoom: !before } as const;
  const { seq, entity } = await appendEvent(tx, change, summary);
  changed.seq = seq;
  if (pool) queueTally(tx, changed, pool);
  await countJob(tx, changed, from === 'none');
  if (pool && (after.status === 'pending' || (is('running') < 0 && hasRoomAgain(pool)))) {
    tx.notify(wakeUpTopic({ provider: pool.provider, type }));
  }
  if (trigger === 'cancel' && before?.lease_holder) tx.notify(before.lease_holder);
  await (before ? saveJob(tx, changed) : insertJob(tx, changed));
  return { row: changed, summary: entity };
};

interface Difference {
  /** How many more jobs of this status there are: 1, 0 or -1. */
  is: (status: JobStatus) => number;
  /** How many more credits are set aside. */
  reserved: number;
}

/** The time of a change by which a job begins. */
const begins = (is: Difference['is'], { now }: Transaction): number | null => (is('running') > 0 ? now : null);

const countInPool = (
  tx: Transaction,
  { session_id: sessionId, credits }: JobRow,
  { is, reserved }: Difference,
): Promise<PoolNow | undefined> =>
  tx.get<PoolNow>`
    update compute_pool set pending = pending + ${is('pending')}, running = running + ${is('running')},
      reserved_credits = reserved_credits + ${reserved}, used_credits = used_credits + ${credits},
      began_at = coalesce(${begins(is, tx)}, began_at)
    where session_id = ${sessionId} returning provider, pending, running, max_running, last_number
  `;

interface Used {
  cpuMs: number;
  wallMs: number;
  outputBytes: number;
}

const countForAgent = (
  tx: Transaction,
  { session_id: sessionId, agent_id: agentId, credits }: JobRow,
  { is, reserved, isNew, used }: Difference & { isNew: boolean; used: Used },
): Promise<number> =>
  tx.run`
    update compute_agent set jobs = jobs + ${Number(isNew)}, pending = pending + ${is('pending')},
      running = running + ${is('running')}, completed = completed + ${is('completed')}, failed = failed + ${is('failed')},
      cancelled = cancelled + ${is('cancelled')}, reserved_credits = reserved_credits + ${reserved},
      credits = credits + ${credits}, cpu_ms = cpu_ms + ${Math.round(used.cpuMs)},
      wall_ms = wall_ms + ${Math.round(used.wallMs)}, output_bytes = output_bytes + ${Math.round(used.outputBytes)},
      began_at = coalesce(${begins(is, tx)}, began_at)
    where session_id = ${sessionId} and agent_id = ${agentId}
  `;

const queueTally = (tx: Transaction, { session_id: sessionId, seq }: JobRow, pool: PoolNow): void => {
  tx.queueWrite`
    insert into job_count (session_id, seq, pending, running, ended)
    values (${sessionId}, ${seq}, ${pool.pending}, ${pool.running},
      ${pool.last_number - pool.pending - pool.running})
  `;
};

/** The stored size of a job's record, without its event. */
const storedBytesOf = ({ input, stdout, stderr, result, outputs, warnings }: JobRow): number =>
  [input, stdout, stderr, result, outputs, warnings].reduce((sum, text) => sum + utf8Bytes(text), 0);

type PoolNow = Pick<PoolRow, 'provider' | 'pending' | 'running' | 'max_running' | 'last_number'>;

/** Whether the pool was full until one of its jobs stopped running, and more jobs wait. */
const hasRoomAgain = ({ pending, running, max_running: most }: PoolNow): boolean => pending > 0 && running === most - 1;

/** Credits that are set aside for a job until it ends. */
const reservedFor = ({ status, cost }: JobRow): number => (hasEnded(status) ? 0 : cost);

/** The time of the end, at least that of the beginning: the clock of the node that ends the job may be behind. */
const endOf = ({ finished_at: finishedAt, started_at: startedAt, queued_at: queuedAt }: JobRow): number | null =>
  finishedAt === null ? null : Math.max(finishedAt, startedAt ?? queuedAt);
