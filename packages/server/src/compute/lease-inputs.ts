import { conflict, isSandboxType, type Lease, type SandboxInput } from '@pairspace/protocol';
import { bodyOf, type StoredBody } from '../contents/keep-content.ts';
import { Turns } from '../lib/turns.ts';
import { sql } from '../storage/sql.ts';
import type { Queries } from '../storage/storage.ts';
import type { LeaseRef } from './claim-job.ts';
import { readInputSnapshots } from './input-snapshots.ts';
import { presentJob, selectJob } from './job-store.ts';

export type LeasedFile = Lease['files'][number];

export interface LeaseInputs {
  claimed: Omit<Lease, 'code' | 'files'>;
  code: string | null;
  files: AsyncIterable<LeasedFile>;
}

/**
 * A leased job, its code and its files. The files are read one at a time, because together they may be as large as a
 * session. Throws `lease_lost` if the lease is over.
 */
export const openLeaseInputs = async (db: Queries, { sessionId, jobId, ...lease }: LeaseRef): Promise<LeaseInputs> => {
  const key = { sessionId, id: jobId };
  const isLeased = sql`job.session_id = ${sessionId} and job.id = ${jobId} and lease_id = ${lease.leaseId}`;
  const job = await selectJob(db, sql`${isLeased} and status = 'running'`);
  if (!job) throw conflict('lease_lost', 'This lease is over. Stop working on the job.');
  const { type } = job.summary;
  const isOfSandbox = isSandboxType(type) && job.onConflict !== null;
  const { code } = isOfSandbox ? (JSON.parse(job.input) as Partial<SandboxInput>) : {};
  const [pinned] = await readInputSnapshots(db, key, { above: null, limit: 1 });
  return {
    claimed: { ...lease, job: presentJob(job) },
    code: code ?? codeOf(type, pinned?.path === '' ? pinned : undefined),
    files: filesOf(db, key),
  };
};

/**
 * Renews the lease between the files. A worker cannot renew the lease before it has received all files, which may take
 * longer than the lease lasts. Throws `lease_lost` if the lease is over.
 */
export const renewBetweenFiles = (
  { claimed, code, files }: LeaseInputs,
  { now, renew }: { now: () => number; renew: () => Promise<{ leaseExpiresAt: string }> },
): LeaseInputs => {
  const { leaseMs } = claimed;
  let expiresAt = claimed.leaseExpiresAt;
  const renewed = async function* (): AsyncGenerator<LeasedFile> {
    for await (const file of files) {
      const leftMs = Date.parse(expiresAt) - now();
      // More than a whole lease is left by a clock that was set back, and not by those of other nodes.
      if (leftMs < (leaseMs * 2) / 3 || leftMs > leaseMs) expiresAt = (await renew()).leaseExpiresAt;
      yield file;
    }
  };
  return { claimed, code, files: renewed() };
};

/** The answer to a claim as JSON text, piece by piece. */
export async function* claimJson({ claimed, code, files }: LeaseInputs): AsyncGenerator<string> {
  yield `{"lease":${JSON.stringify({ ...claimed, code }).slice(0, -1)},"files":[`;
  let separator = '';
  for await (const file of files) {
    yield separator + JSON.stringify(file);
    separator = ',';
  }
  yield ']}}';
}

async function* filesOf(db: Queries, key: { sessionId: string; id: string }): AsyncGenerator<LeasedFile> {
  const turns = new Turns();
  // The empty path belongs to the code, so the files begin after it.
  let above = '';
  for (;;) {
    // Files are read one at a time, so that a slow reader holds no more memory than a request for a file.
    const [file] = await readInputSnapshots(db, key, { above, limit: 1 });
    if (!file) return;
    const { path, ...body } = file;
    await turns.take();
    yield { path, ...encoded(body) };
    above = path;
  }
}

/** The code of a job. Binary code is valid for WebAssembly alone; for other types the result is null. */
const codeOf = (type: string, body: StoredBody | undefined): string | null =>
  body && (body.data === null || type === 'wasm') ? encoded(body).content : null;

const encoded = (body: StoredBody): Omit<LeasedFile, 'path'> => {
  const held = bodyOf(body);
  return typeof held === 'string'
    ? { content: held, encoding: 'utf-8' }
    : { content: held.toString('base64'), encoding: 'base64' };
};
