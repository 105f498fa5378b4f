import { conflict, isSandboxType, type Lease, type SandboxInput } from '@pairspace/protocol';
import { bodyOf, type StoredBody } from '../contents/keep-content.ts';
import { Turns } from '../lib/turns.ts';
import { sql } from '../storage/sql.ts';
import type { Queries } from '../storage/storage.ts';
import { nextInput } from './job-inputs.ts';
import { type HeldJob, type JobKey, presentJob, selectJob } from './job-store.ts';
import type { LeaseRef } from './leases.ts';

/**
 * A leased job with its code and its files as the answer to a claim, which is JSON text in pieces. The files are read
 * one at a time, because together they may be as large as a session; before each of them `keepLease` is called. Throws
 * `lease_lost` if the lease is over.
 */
export const openLease = async (
  db: Queries,
  { sessionId, jobId, ...lease }: LeaseRef,
  keepLease: () => Promise<void>,
): Promise<AsyncIterable<string>> => {
  const isLeased = sql`job.session_id = ${sessionId} and job.id = ${jobId} and lease_id = ${lease.leaseId}`;
  const job = await selectJob(db, sql`${isLeased} and status = 'running'`);
  if (!job) throw conflict('lease_lost', 'This lease is over. Stop working on the job.');
  const key = { sessionId, id: jobId };
  const claimed = { ...lease, job: presentJob(job), code: await codeOf(db, key, job) };
  return leaseJson(db, key, claimed, keepLease);
};

/**
 * Makes a function that renews a lease if a third of it has passed. A worker cannot renew the lease before it has
 * received all files, which may take longer than the lease lasts.
 */
export const renewal = (
  { leaseMs, leaseExpiresAt }: Pick<Lease, 'leaseMs' | 'leaseExpiresAt'>,
  { now, renew }: { now: () => number; renew: () => Promise<{ leaseExpiresAt: string }> },
): (() => Promise<void>) => {
  let expiresAt = leaseExpiresAt;
  return async () => {
    const leftMs = Date.parse(expiresAt) - now();
    // More than a whole lease is left by a clock that was set back, and not by those of other nodes.
    if (leftMs < (leaseMs * 2) / 3 || leftMs > leaseMs) expiresAt = (await renew()).leaseExpiresAt;
  };
};

async function* leaseJson(
  db: Queries,
  key: JobKey,
  claimed: Omit<Lease, 'files'>,
  keepLease: () => Promise<void>,
): AsyncGenerator<string> {
  yield `{"lease":${JSON.stringify(claimed).slice(0, -1)},"files":[`;
  const turns = new Turns();
  // The empty path belongs to the code, so the files begin after it.
  let above = '';
  for (;;) {
    const file = await nextInput(db, key, above);
    if (!file) break;
    await turns.take();
    await keepLease();
    const { path, ...body } = file;
    yield (above === '' ? '' : ',') + JSON.stringify({ path, ...encoded(body) });
    above = path;
  }
  yield ']}}';
}

/** The code of a job for the sandbox. Binary code is valid for WebAssembly alone; for other types the result is null. */
const codeOf = async (db: Queries, key: JobKey, { summary, input, onConflict }: HeldJob): Promise<string | null> => {
  const isOfSandbox = isSandboxType(summary.type) && onConflict !== null;
  const { code } = isOfSandbox ? (JSON.parse(input) as Partial<SandboxInput>) : {};
  if (code !== undefined) return code;
  const pinned = await nextInput(db, key, null);
  return pinned?.path === '' && (pinned.data === null || summary.type === 'wasm') ? encoded(pinned).content : null;
};

const encoded = (body: StoredBody): Omit<Lease['files'][number], 'path'> => {
  const held = bodyOf(body);
  return typeof held === 'string'
    ? { content: held, encoding: 'utf-8' }
    : { content: held.toString('base64'), encoding: 'base64' };
};
