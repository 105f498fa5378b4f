import { type Editor, type FileEncoding, filePath, type JobOutput, type JobReason } from '@pairspace/protocol';
import type { ContentRef } from '../contents/keep-content.ts';
import type { Transaction } from '../storage/storage.ts';
import type { HeldJob } from './job-store.ts';
import type { Upload } from './uploads.ts';

/** A file to write, whose content is already stored. */
export interface KeptFile {
  path: string;
  bytes: number;
  encoding: FileEncoding;
  ref: ContentRef;
}

export interface WrittenFile {
  path: string;
  /** Why it could not be written; null when it was. */
  error: string | null;
  contentHash: string | null;
}

export interface OutputRules {
  pathBytes: number;
  /**
   * Writes files of a session, which uses `usedBytes` so far, in the name of `editor`. The slice of files provides this
   * function.
   */
  writeOutputs: (
    tx: Transaction,
    sessionId: string,
    editor: Editor,
    files: readonly KeptFile[],
    usedBytes: number,
  ) => Promise<WrittenFile[]>;
}

interface Placed {
  failure: { reason: JobReason; message: string } | null;
  outputs: JobOutput[];
}

/**
 * Writes the uploaded outputs of a job into its session. A path is in conflict if the session now has a file there
 * whose content differs from the job's input at this path; `onConflict` decides about such a path (JOB-8).
 */
export const placeOutputs = async (
  tx: Transaction,
  job: HeldJob,
  editor: Editor,
  uploads: readonly Upload[],
  rules: OutputRules,
  usedBytes: number,
): Promise<Placed> => {
  if (uploads.length === 0) return { failure: null, outputs: [] };
  const { outputs, files, conflicts } = await choosePlaces(tx, job, uploads, rules.pathBytes);
  if (job.onConflict === 'fail' && conflicts.length > 0) {
    const message = `The session has another file by now at ${conflicts.slice(0, 5).join(', ')}. Nothing was written.`;
    return { failure: { reason: 'output_conflict', message }, outputs };
  }
  const results = await rules.writeOutputs(tx, job.summary.sessionId, editor, files, usedBytes);
  const resultAt = new Map(results.map((result) => [result.path, result]));
  const written = outputs.map((output) => {
    const result = resultAt.get(output.path);
    return result ? { ...output, ...result, written: result.error === null } : output;
  });
  return { failure: null, outputs: written };
};

interface Chosen {
  /** The outputs in the record of the job, as if none was written. An output that cannot be written has the reason. */
  outputs: JobOutput[];
  /** The files that can be written. */
  files: KeptFile[];
  /** The paths in conflict. */
  conflicts: string[];
}

/** The path of each output, or the reason why it is not written. */
const choosePlaces = async (
  tx: Transaction,
  { summary, onConflict }: HeldJob,
  uploads: readonly Upload[],
  pathBytes: number,
): Promise<Chosen> => {
  const pathSchema = filePath(pathBytes);
  // The session's files, each with 1 if its content is not that of the job's input at this path.
  const there = new Map<string, number>();
  for (const file of await tx.all<{ path: string; differs: number }>`
    select entity.path, case when content_hash = data ->> 'contentHash' then 0 else 1 end as differs
    from entity left join job_file
      on job_file.session_id = entity.session_id and job_id = ${summary.id} and job_file.path = entity.path
    where entity.session_id = ${summary.sessionId} and kind = 'file' and ended_at is null
  `) {
    there.set(file.path, file.differs);
  }
  const taken = new Set(uploads.map(({ path }) => path));
  const { outputs, files, conflicts }: Chosen = { outputs: [], files: [], conflicts: [] };
  for (const { path, bytes, encoding, of, hash, error } of uploads) {
    await tx.takeTurn();
    const output: JobOutput = { path, bytes, contentHash: null, written: false, error };
    outputs.push(output);
    if (of === null || hash === null) continue;
    if (there.get(path) === 1) {
      conflicts.push(path);
      if (onConflict === 'rename') output.path = freePath(path, (other) => there.has(other) || taken.has(other));
    }
    taken.add(output.path);
    if (pathSchema.safeParse(output.path).success)
      files.push({ path: output.path, bytes, encoding, ref: { of, hash } });
    else output.error = 'There is no room in its path for another name.';
  }
  return { outputs, files, conflicts };
};

/** `out/report-2.md` for `out/report.md`, or the next number that is free. */
const freePath = (path: string, isTaken: (path: string) => boolean): string => {
  const [, stem = path, extension = ''] = /^(.*?[^/])(\.[^./]+)?$/s.exec(path) ?? [];
  for (let number = 2; ; number++) {
    const candidate = `${stem}-${String(number)}${extension}`;
    if (!isTaken(candidate)) return candidate;
  }
};
