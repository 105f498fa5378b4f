import { type Editor, type FileEncoding, filePath, type JobOutput, type JobReason } from '@pairspace/protocol';
import type { ContentRef } from '../contents/keep-content.ts';
import type { Transaction } from '../storage/storage.ts';
import { listInputHashes } from './input-snapshots.ts';
import type { HeldJob, JobKey } from './job-store.ts';
import type { Upload } from './upload-store.ts';

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
  const { outputs, wanted, conflicts } = await choosePlaces(tx, job, uploads, rules);
  if (job.onConflict === 'fail' && conflicts.length > 0) {
    const message = `The session has another file by now at ${conflicts.slice(0, 5).join(', ')}. Nothing was written.`;
    return { failure: { reason: 'output_conflict', message }, outputs };
  }

  const written = await rules.writeOutputs(
    tx,
    job.summary.sessionId,
    editor,
    wanted.map(({ output, upload, ref }) => ({ ...upload, path: output.path, ref })),
    usedBytes,
  );
  for (const [index, { output }] of wanted.entries()) {
    output.error = written[index]?.error ?? null;
    output.written = output.error === null;
    output.contentHash = written[index]?.contentHash ?? null;
  }
  return { failure: null, outputs };
};

interface Chosen {
  /** The outputs in the record of the job. An output that is not written has the reason. */
  outputs: JobOutput[];
  /** The outputs that can be written, each with its record. */
  wanted: { output: JobOutput; upload: Upload; ref: ContentRef }[];
  /** The paths in conflict. */
  conflicts: string[];
}

/** The path of each output, or the reason why it is not written. */
const choosePlaces = async (
  tx: Transaction,
  { summary, onConflict }: HeldJob,
  uploads: readonly Upload[],
  rules: OutputRules,
): Promise<Chosen> => {
  const pathSchema = filePath(rules.pathBytes);
  const { isThere, isInConflict } = await compareFiles(tx, summary);
  const taken = new Set(uploads.map(({ path }) => path));
  const { outputs, wanted, conflicts }: Chosen = { outputs: [], wanted: [], conflicts: [] };
  for (const upload of uploads) {
    await tx.takeTurn();
    const { path, bytes, ref, error } = upload;
    const output: JobOutput = { path, bytes, contentHash: null, written: false, error };
    outputs.push(output);
    if (ref === null) continue;
    if (isInConflict(path)) {
      conflicts.push(path);
      if (onConflict === 'rename') output.path = freePath(path, (other) => isThere(other) || taken.has(other));
    }
    taken.add(output.path);
    if (pathSchema.safeParse(output.path).success) wanted.push({ output, upload, ref });
    else output.error = 'There is no room in its path for another name.';
  }
  return { outputs, wanted, conflicts };
};

/** The session's present files, compared with the job's inputs. */
const compareFiles = async (tx: Transaction, { sessionId, id }: JobKey) => {
  const there = new Map<string, string>();
  for (const file of await tx.all<{ path: string; hash: string }>`
    select path, data ->> 'contentHash' as hash from entity
    where session_id = ${sessionId} and kind = 'file' and ended_at is null
  `) {
    there.set(file.path, file.hash);
  }
  const given = new Map((await listInputHashes(tx, { sessionId, id })).map(({ path, hash: was }) => [path, was]));
  return {
    isThere: (path: string): boolean => there.has(path),
    isInConflict: (path: string): boolean => there.has(path) && there.get(path) !== given.get(path),
  };
};

/** `out/report-2.md` for `out/report.md`, or the next number that is free. */
const freePath = (path: string, isTaken: (path: string) => boolean): string => {
  const [, stem = path, extension = ''] = /^(.*?[^/])(\.[^./]+)?$/s.exec(path) ?? [];
  for (let number = 2; ; number++) {
    const candidate = `${stem}-${String(number)}${extension}`;
    if (!isTaken(candidate)) return candidate;
  }
};
