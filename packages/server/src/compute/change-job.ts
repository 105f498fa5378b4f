import { type Actor, type JobStatus, type JobSummary, utf8Bytes } from '@pairspace/protocol';
import { findSessionHead } from '../access/session-head.ts';
import { countWork } from '../agent-statistics/count-work.ts';
import { appendEvent } from '../events/append-event.ts';
import { isoTimeOrNull } from '../lib/clock.ts';
import { invariant } from '../lib/invariant.ts';
import type { Transaction } from '../storage/storage.ts';
import { hasEnded, type HeldJob, insertJob, saveJob } from './job-store.ts';
import { deleteInputSnapshots } from './job-inputs.ts';
import { forgetOutput } from './live-output.ts';
import { type PoolRow, thousandths } from './pool-store.ts';
import { wakeUpTopic } from './scheduler.ts';
import { forgetUploads } from './uploads.ts';

interface Transition {
  /** `none`: there is no job yet. */
  from: readonly (JobStatus | 'none')[];
  to: readonly JobStatus[];
}

/** Every way in which the status of a job changes, and no other (JOB-14); docs/spec.md shows this table. */
export const transitions = {
  submit: { from: ['none'], to: ['pending', 'failed'] },
  claim: { from: ['pending'], to: ['running'] },
  complete: { from: ['running'], to: ['completed', 'failed'] },
  fail: { from: ['running'], to: ['failed'] },
  release: { from: ['running'], to: ['pending'] },
  lose: { from: ['running'], to: ['pending', 'failed'] },
  expire: { from: ['pending'], to: ['failed'] },
  cancel: { from: ['pending', 'running'], to: ['cancelled'] },
} as const satisfies Record<string, Transition>;

export type Trigger = keyof typeof transitions;

export const assertTransition = (trigger: Trigger, from: JobStatus | 'none', to: JobStatus): void => {
  const allowed: Transition = transitions[trigger];
  invariant(
    allowed.from.includes(from) && allowed.to.includes(to),
    `a job does not go from ${from} to ${to} by ${trigger}`,
  );
};

interface Change {
  /** The job before the change; undefined for a job that is being submitted. */
  before: HeldJob | undefined;
  /** The job after the change. Lease, expiry and end follow from the status. */
  after: HeldJob;
  trigger: Trigger;
  actor: Actor;
}

/**
 * Makes every change of a job: its row, the sums of its pool, and its event. Notifies a worker that could run a waiting
 * job, and the process that runs a cancelled one. The caller has locked the job's row, or is making it. Returns the job
 * after the change, with the summary that its event carries.
 */
export const changeJob = async (tx: Transaction, { before, after, trigger, actor }: Change): Promise<HeldJob> => {
  const changed = settled(after, tx.now);
  const { sessionId, id, type, status } = changed.summary;
  const from = before?.summary.status ?? 'none';
  assertTransition(trigger, from, status);
  // How many more jobs of this status there are: 1, 0 or -1.
  const is = (one: JobStatus): number => Number(status === one) - Number(from === one);
  const reserved = reservedFor(changed) - (before ? reservedFor(before) : 0);
  const pool = await tx.get<PoolNow>`
    update compute_pool set pending = pending + ${is('pending')}, running = running + ${is('running')},
      reserved_credits = reserved_credits + ${reserved},
      used_credits = used_credits + ${thousandths(changed.summary.credits)},
      began_at = coalesce(${is('running') > 0 ? tx.now : null}, began_at)
    where session_id = ${sessionId} returning provider, pending, running, max_running
  `;
  if (is('running') < 0) {
    await forgetOutput(tx, { sessionId, id });
    await forgetUploads(tx, { sessionId, id });
  }
  if (hasEnded(status)) await deleteInputSnapshots(tx, { sessionId, id });
  const bytes = storedBytesOf(changed) - (before ? storedBytesOf(before) : 0);
  const change = { sessionId, event: 'job.updated', actor, bytes, needsRoom: !before } as const;
  const { entity: summary } = await appendEvent(tx, change, changed.summary);
  await countJob(tx, summary, from === 'none');
  if (pool && (status === 'pending' || (is('running') < 0 && hasRoomAgain(pool)))) {
    tx.notify(wakeUpTopic({ provider: pool.provider, type }));
  }
  if (trigger === 'cancel' && before?.leaseHolder) tx.notify(before.leaseHolder);
  if (!before) await insertJob(tx, changed);
  else await saveJob(tx, changed);
  return { ...changed, summary };
};

/** The job with what follows from its status. */
const settled = (job: HeldJob, now: number): HeldJob => {
  const { status, queuePosition } = job.summary;
  const expiresAt = status === 'pending' ? job.expiresAt : null;
  // The clock of the node that ends the job may be behind.
  const finishedAt = hasEnded(status) ? Math.max(now, job.startedAt ?? job.queuedAt) : null;
  return {
    ...job,
    ...(status !== 'running' && { leaseId: null, leaseHolder: null, leaseExpiresAt: null }),
    expiresAt,
    summary: {
      ...job.summary,
      queuePosition: status === 'pending' ? queuePosition : null,
      expiresAt: isoTimeOrNull(expiresAt),
      startedAt: isoTimeOrNull(job.startedAt),
      finishedAt: isoTimeOrNull(finishedAt),
    },
  };
};

/** The stored size of a job beside its events. */
const storedBytesOf = ({ summary: { result, outputs, warnings }, input, stdout, stderr }: HeldJob): number =>
  [input, stdout, stderr, ...[result ?? null, outputs, warnings].map((part) => JSON.stringify(part))].reduce(
    (sum, text) => sum + utf8Bytes(text),
    0,
  );

type PoolNow = Pick<PoolRow, 'provider' | 'pending' | 'running' | 'max_running'>;

/** Whether the pool was full until one of its jobs stopped running, and more jobs wait. */
const hasRoomAgain = ({ pending, running, max_running: most }: PoolNow): boolean => pending > 0 && running === most - 1;

/** Credits that are set aside for a job until it ends, in thousandths. */
const reservedFor = ({ summary: { status, cost } }: HeldJob): number => (hasEnded(status) ? 0 : thousandths(cost));

/** Adds a submitted job, or the credits of an ended one, to the statistics of its agent (AGT-22). */
const countJob = async (
  tx: Transaction,
  { sessionId, submittedBy: { agentId }, credits }: JobSummary,
  isNew: boolean,
): Promise<void> => {
  if (!isNew && credits === 0) return;
  const head = await findSessionHead(tx, sessionId);
  const work = { jobsSubmitted: Number(isNew), microcreditsUsed: Math.round(credits * 1_000_000) };
  countWork(tx, { sessionId, agentId, isPublic: head?.visibility === 'public' }, work);
};
