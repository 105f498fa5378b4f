import type { FileEncoding, Lease, SandboxInput } from '@pairspace/protocol';
import { isSandboxType } from '@pairspace/protocol';
import { systemActor } from '../access/caller.ts';
import { bodyOf, type StoredBody } from '../contents/read-body.ts';
import { isoTime } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { invariant } from '../lib/invariant.ts';
import type { Transaction } from '../storage/storage.ts';
import { wakeUpTopic } from './wake-ups.ts';
import { changeJob } from './change-job.ts';
import { type JobRow, noUsage, presentJob } from './job-store.ts';
import { readInputSnapshots } from './input-snapshots.ts';
import { beginTurn, type TurnFilter, findNumber, findWaiting, lockTurn } from './scheduler.ts';

export interface Claim extends TurnFilter {
  /** Who will run it, as the record shows. */
  worker: string;
  /** The process that holds the lease, by which a restart knows its own. */
  holder: string | null;
  leaseMs: number;
  /** Whether there is room for this job now. The one whose turn it is waits for room; none overtakes it. */
  hasRoom?: ((job: JobRow) => boolean) | undefined;
}

/** Takes the job whose turn it is and leases it to the one who asks; undefined when there is none (JOB-23). */
export const claimJob = async (tx: Transaction, claim: Claim): Promise<Lease | undefined> => {
  const turn = await lockTurn(tx, claim);
  if (!turn) return undefined;
  const { sessionId } = turn;
  const number = await findNumber(tx, turn, claim.types);
  invariant(number !== undefined, 'a lane counts the jobs that wait in it');
  const row = await tx.get<JobRow>`select * from job where session_id = ${sessionId} and number = ${number}`;
  invariant(row?.status === 'pending', 'the job that was found waits');
  if (claim.hasRoom && !claim.hasRoom(row)) return undefined;
  await beginTurn(tx, turn);
  const leaseId = newId('lease', tx.now);
  const after = leasedTo(claim, row, { leaseId, chargeMs: turn.chargeMs, nowMs: tx.now });
  const leased = await changeJob(tx, { before: row, after, trigger: 'claim', actor: systemActor });
  const waiting = await findWaiting(tx, claim);
  if (waiting !== undefined) tx.nudge(wakeUpTopic(waiting));
  return {
    leaseId,
    leaseMs: claim.leaseMs,
    leaseExpiresAt: isoTime(tx.now + claim.leaseMs),
    job: presentJob(leased, null),
    ...(await inputsOf(tx, leased)),
  };
};

const leasedTo = (
  { worker, holder, leaseMs }: Claim,
  row: JobRow,
  { leaseId, chargeMs, nowMs }: { leaseId: string; chargeMs: number; nowMs: number },
): JobRow => {
  // Another node's clock may be ahead, and this transaction may have begun before the job was there and waited.
  const startedAt = Math.max(nowMs, row.queued_at);
  return {
    ...row,
    status: 'running',
    attempt: row.attempt + 1,
    worker,
    lease_id: leaseId,
    lease_holder: holder,
    lease_expires_at: nowMs + leaseMs,
    charged_ms: chargeMs,
    expires_at: null,
    started_at: startedAt,
    usage: JSON.stringify({ ...noUsage, queueMs: startedAt - row.queued_at }),
  };
};

/** Of code that is not text a module of WebAssembly can be made, and nothing else. */
const codeOf = (row: JobRow, body: StoredBody | undefined): string | null =>
  body && (body.data === null || row.type === 'wasm') ? encoded(body).content : null;

const encoded = (body: StoredBody): { content: string; encoding: FileEncoding } => {
  const held = bodyOf(body);
  return typeof held === 'string'
    ? { content: held, encoding: 'utf-8' }
    : { content: held.toString('base64'), encoding: 'base64' };
};

const inputsOf = async (tx: Transaction, row: JobRow): Promise<Pick<Lease, 'code' | 'files'>> => {
  if (!isSandboxType(row.type) || row.on_conflict === null) return { code: null, files: [] };
  const snapshots = await readInputSnapshots(tx, { sessionId: row.session_id, id: row.id });
  const { code } = JSON.parse(row.input) as Partial<SandboxInput>;
  return {
    code:
      code ??
      codeOf(
        row,
        snapshots.find(({ path }) => path === ''),
      ),
    files: snapshots.filter(({ path }) => path !== '').map(({ path, ...body }) => ({ path, ...encoded(body) })),
  };
};
