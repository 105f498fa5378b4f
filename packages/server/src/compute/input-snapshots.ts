import { invalid, type SandboxInput } from '@pairspace/protocol';
import { hash } from 'node:crypto';
import { Globs, TooCostly } from '../lib/glob.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import type { JobKey, JobRow } from './job-store.ts';

/** What of a session a job is given, as it is now. */
export interface InputSnapshots {
  files: { path: string; size: number; hash: string }[];
  /** Hash of the code, pinned like a file. */
  codeHash: string | null;
  /** Paths that the job names and that are not there. */
  missing: string[];
}

const isGlob = (text: string): boolean => /[*?]/.test(text);
/** Comparisons of a submission, about a tenth of a second: nobody else is served meanwhile. */
const globSteps = 5_000_000;

/** Finds the files that a job names; nothing is kept yet. */
export const findInputs = async (db: Queries, sessionId: string, input: SandboxInput): Promise<InputSnapshots> => {
  if (input.files.length === 0 && input.file === undefined) {
    return { files: [], codeHash: input.code === undefined ? null : hash('sha256', input.code), missing: [] };
  }
  const there = await db.all<{ path: string; size: number; hash: string }>`
    select path, size, content_hash as hash from file where session_id = ${sessionId} order by path
  `;
  const byPath = new Map(there.map((file) => [file.path, file]));
  const wanted = input.files.map((name) => name.normalize('NFC'));
  const globs = new Globs(wanted.filter(isGlob), globSteps);
  const names = wanted.filter((name) => !isGlob(name));
  const named = new Set(names);
  const codeFile = input.file === undefined ? undefined : byPath.get(input.file);
  const chosen = withinSteps(() => there.filter(({ path }) => named.has(path) || globs.matches(path)));
  return {
    files: chosen,
    codeHash: input.code === undefined ? (codeFile?.hash ?? null) : hash('sha256', input.code),
    missing: [...names, ...(input.file === undefined ? [] : [input.file])].filter((name) => !byPath.has(name)),
  };
};

const withinSteps = <T>(match: () => T): T => {
  try {
    return match();
  } catch (error) {
    if (error instanceof TooCostly)
      throw invalid('body.input.files', 'take too long to match; use fewer or simpler globs');
    throw error;
  }
};

/** Keeps the content of a job's inputs until it has ended, whatever becomes of the files (JOB-10). */
export const snapshotInputs = async (
  tx: Transaction,
  { sessionId, id }: JobKey,
  { files, codeHash }: InputSnapshots,
  code: string | undefined,
): Promise<void> => {
  for (const { path, hash: contentHash } of files) {
    await tx.run`
      insert into job_file (session_id, job_id, path, content_hash)
      values (${sessionId}, ${id}, ${path}, ${contentHash})
    `;
    await tx.run`
      insert into pinned_content (session_id, content_hash, content)
      select session_id, content_hash, content from file where session_id = ${sessionId} and path = ${path}
      on conflict (session_id, content_hash) do nothing
    `;
  }
  // Code that stands in the job itself is kept there.
  if (code !== undefined || codeHash === null) return;
  await tx.run`
    insert into pinned_content (session_id, content_hash, content)
    select session_id, content_hash, min(content) from file
    where session_id = ${sessionId} and content_hash = ${codeHash} group by session_id, content_hash
    on conflict (session_id, content_hash) do nothing
  `;
  await tx.run`
    insert into job_file (session_id, job_id, path, content_hash) values (${sessionId}, ${id}, '', ${codeHash})
  `;
};

/** The pinned files of a job with their content; the code, if it came from a file, at the empty path. */
export const readInputSnapshots = (
  db: Queries,
  { sessionId, id }: JobKey,
): Promise<{ path: string; hash: string; content: string }[]> =>
  db.all<{ path: string; hash: string; content: string }>`
    select path, job_file.content_hash as hash, content from job_file
    join pinned_content pinned
      on pinned.session_id = job_file.session_id and pinned.content_hash = job_file.content_hash
    where job_file.session_id = ${sessionId} and job_id = ${id} order by path
  `;

/** The content of each input by its path, as a hash: what an output may overwrite without a conflict. */
export const listInputHashes = (db: Queries, { sessionId, id }: JobKey): Promise<{ path: string; hash: string }[]> =>
  db.all<{ path: string; hash: string }>`
    select path, content_hash as hash from job_file where session_id = ${sessionId} and job_id = ${id}
  `;

/** Lets go of what only this job has kept. */
export const deleteInputSnapshots = async (tx: Transaction, { session_id: sessionId, id }: JobRow): Promise<void> => {
  const kept = await tx.all<{ hash: string }>`
    select distinct content_hash as hash from job_file where session_id = ${sessionId} and job_id = ${id}
  `;
  if (kept.length === 0) return;
  await tx.run`delete from job_file where session_id = ${sessionId} and job_id = ${id}`;
  for (const { hash: contentHash } of kept) {
    await tx.run`
      delete from pinned_content where session_id = ${sessionId} and content_hash = ${contentHash} and not exists (
        select 1 from job_file where session_id = ${sessionId} and content_hash = ${contentHash}
      )
    `;
  }
};
