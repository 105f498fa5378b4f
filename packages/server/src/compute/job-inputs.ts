import { invalid, type Limits, parserOf, sandboxInput, type SandboxInput, ServiceError } from '@pairspace/protocol';
import { type ContentRef, type StoredBody, useContent } from '../contents/keep-content.ts';
import { releaseContents } from '../contents/release-contents.ts';
import { Globs, TooCostly } from '../lib/glob.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { unmatchedOf } from './job-warnings.ts';
import type { JobKey } from './job-store.ts';

/** The inputs of a job from the session, as they are now. */
export interface InputSnapshots {
  files: { path: string; size: number }[];
  /** The path of the code, pinned like a file; null for code that stands in the job itself. */
  codeFile: string | null;
  /** Paths that the job names and that are not there. */
  missing: string[];
  /** Patterns that match no file. */
  unmatched: string[];
}

export const noInputs: InputSnapshots = { files: [], codeFile: null, missing: [], unmatched: [] };

type Parse = (given: unknown) => SandboxInput;
const parsers = new WeakMap<Limits, Parse>();

/**
 * The parsed input of a job for the sandbox. An invalid input is refused like a wrong field of the body (JOB-8, JOB-9).
 */
export const parseInput = (given: unknown, limits: Limits): SandboxInput => {
  const parse: Parse = parsers.get(limits) ?? parserOf(sandboxInput(limits), 'body', 'input');
  parsers.set(limits, parse);
  return parse(given ?? {});
};

/**
 * The parsed input of a job for a worker; undefined if the sandbox could not run it, because a worker may accept any
 * JSON.
 */
export const tryInput = (given: unknown, limits: Limits): SandboxInput | undefined => {
  try {
    return parseInput(given, limits);
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
};

const isGlob = (text: string): boolean => /[*?]/.test(text);
/** The greatest number of comparison steps of one submission, about 20 ms, because matching blocks the event loop. */
const globSteps = 1_000_000;

/** Finds the files that a job names, without storing anything. */
export const findInputs = async (db: Queries, sessionId: string, input: SandboxInput): Promise<InputSnapshots> => {
  if (input.files.length === 0 && input.file === undefined) return noInputs;
  const there = await db.all<{ path: string; size: number }>`
    select path, cast(data ->> 'size' as bigint) as size from entity
    where session_id = ${sessionId} and kind = 'file' and ended_at is null order by path
  `;
  const paths = new Set(there.map(({ path }) => path));
  const wanted = input.files.map((name) => name.normalize('NFC'));
  const patterns = wanted.filter(isGlob);
  const globs = new Globs(patterns, globSteps);
  const names = wanted.filter((name) => !isGlob(name));
  const named = new Set(names);
  const chosen = withinSteps(() => there.filter(({ path }) => named.has(path) || globs.matches(path)));
  return {
    files: chosen,
    codeFile: input.code === undefined ? (input.file ?? null) : null,
    missing: [...names, ...(input.file === undefined ? [] : [input.file])].filter((name) => !paths.has(name)),
    unmatched: unmatchedOf(
      patterns,
      chosen.map(({ path }) => path),
    ),
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

/** Keeps the content of a job's inputs until the job has ended, whatever becomes of the files (JOB-8). */
export const snapshotInputs = async (
  tx: Transaction,
  { sessionId, id }: JobKey,
  { files, codeFile }: InputSnapshots,
): Promise<void> => {
  const pinned = files.map(({ path }) => ({ from: path, to: path }));
  if (codeFile !== null) pinned.push({ from: codeFile, to: '' });
  for (const { from, to } of pinned) {
    const [ref] = await tx.all<ContentRef>`
      insert into job_file (session_id, job_id, path, content_hash, content_of)
      select entity.session_id, ${id}, ${to}, content_hash, content_of
      from entity join file_content on file_content.session_id = entity.session_id and file_content.seq = entity.seq
      where entity.session_id = ${sessionId} and kind = 'file' and ended_at is null and path = ${from}
      returning content_of as "of", content_hash as hash
    `;
    if (ref) useContent(tx, ref);
  }
};

/**
 * The pinned file of a job whose path is the next one after `above`, or the first one for null, with its content. Code
 * that came from a file is at the empty path.
 */
export const nextInput = (
  db: Queries,
  { sessionId, id }: JobKey,
  above: string | null,
): Promise<({ path: string } & StoredBody) | undefined> =>
  db.get<{ path: string } & StoredBody>`
    select path, body as content, data from job_file
    join content_body on content_body.session_id = content_of and hash = content_hash
    where job_file.session_id = ${sessionId} and job_id = ${id} and (cast(${above} as text) is null or path > ${above})
    order by path limit 1
  `;

/** Deletes the snapshots of a job, and each content that nothing else uses. */
export const deleteInputSnapshots = async (tx: Transaction, { sessionId, id }: JobKey): Promise<void> => {
  const kept = await tx.all<ContentRef>`
    delete from job_file where session_id = ${sessionId} and job_id = ${id}
    returning content_of as "of", content_hash as hash
  `;
  await releaseContents(tx, kept);
};
