import type { Editor, FileEncoding, JobOutput, JobReason } from '@pairspace/protocol';
import { filePath } from '@pairspace/protocol';
import type { Transaction } from '../storage/storage.ts';
import type { JobRow } from './job-store.ts';
import { listInputHashes } from './input-snapshots.ts';

/** A file that a job brought back, as untrusted as the job. */
export interface FoundOutput {
  path: string;
  bytes: number;
  /** Null where there is an `error`. */
  content: string | null;
  /** How the content says its bytes; text when absent. */
  encoding?: FileEncoding | undefined;
  error: string | null;
}

export interface WrittenFile {
  path: string;
  /** Why it could not be written; null when it was. */
  error: string | null;
  contentHash: string | null;
}

export interface OutputRules {
  pathBytes: number;
  /** Writes files of a session, as one who edits; comes from where files are at home. */
  writeOutputs: (
    tx: Transaction,
    sessionId: string,
    editor: Editor,
    files: readonly { path: string; content: string; encoding: FileEncoding }[],
  ) => Promise<WrittenFile[]>;
}

export interface OutputScreen {
  /** Withholds outputs that would show a secret; must come before the transaction that writes them. */
  screenOutputs: (sessionId: string, outputs: readonly FoundOutput[]) => Promise<FoundOutput[]>;
}

interface Placed {
  failure: { reason: JobReason; message: string } | null;
  outputs: JobOutput[];
}

/**
 * Writes what a job brought back into its session. In conflict is a path where now stands what the job was not given;
 * `onConflict` says what becomes of it (JOB-8).
 */
export const placeOutputs = async (
  tx: Transaction,
  row: JobRow,
  editor: Editor,
  found: readonly FoundOutput[],
  rules: OutputRules,
): Promise<Placed> => {
  if (found.length === 0) return { failure: null, outputs: [] };
  const { outputs, wanted, conflicts } = await choosePlaces(tx, row, found, rules);
  if (row.on_conflict === 'fail' && conflicts.length > 0) {
    const message = `The session has another file by now at ${conflicts.slice(0, 5).join(', ')}. Nothing was written.`;
    return { failure: { reason: 'output_conflict', message }, outputs };
  }

  const written = await rules.writeOutputs(
    tx,
    row.session_id,
    editor,
    wanted.map(({ output, content, encoding }) => ({ path: output.path, content, encoding })),
  );
  for (const [index, { output }] of wanted.entries()) {
    output.error = written[index]?.error ?? null;
    output.written = output.error === null;
    output.contentHash = written[index]?.contentHash ?? null;
  }
  return { failure: null, outputs };
};

interface Chosen {
  /** All of them, as the record of the job shows them. */
  outputs: JobOutput[];
  /** The outputs that can be written, each with its `output`. */
  wanted: { output: JobOutput; content: string; encoding: FileEncoding }[];
  /** The paths in conflict. */
  conflicts: string[];
}

/** The path of each output, or the reason why it is not written. */
const choosePlaces = async (
  tx: Transaction,
  row: JobRow,
  found: readonly FoundOutput[],
  rules: OutputRules,
): Promise<Chosen> => {
  const pathSchema = filePath(rules.pathBytes);
  const { isThere, isInConflict } = await compareFiles(tx, row);
  const named = new Set(found.map(pathInWork));
  const taken = new Set<string>();
  const { outputs, wanted, conflicts }: Chosen = { outputs: [], wanted: [], conflicts: [] };
  for (const one of found) {
    await tx.takeTurn();
    const parsed = pathSchema.safeParse(pathInWork(one));
    const problem = one.error ?? (parsed.success ? whyNotStored(one) : 'Its path is no path of a session.');
    const output: JobOutput = {
      path: parsed.data ?? shownPath(one.path, rules),
      bytes: one.bytes,
      contentHash: null,
      written: false,
      error: problem,
    };
    outputs.push(output);
    if (problem !== null || one.content === null) continue;
    if (isInConflict(output.path)) {
      conflicts.push(output.path);
      if (row.on_conflict === 'rename')
        output.path = freePath(output.path, (path) => isThere(path) || named.has(path) || taken.has(path));
    }
    if (!pathSchema.safeParse(output.path).success) output.error = 'There is no room in its path for another name.';
    else if (taken.has(output.path)) output.error = 'Another output has the same path.';
    else wanted.push({ output, content: one.content, encoding: one.encoding ?? 'utf-8' });
    taken.add(output.path);
  }
  return { outputs, wanted, conflicts };
};

/** The session's present files, compared with the job's inputs. */
const compareFiles = async (tx: Transaction, { session_id: sessionId, id }: JobRow) => {
  const there = new Map<string, string>();
  for (const file of await tx.all<{ path: string; hash: string }>`
    select path, content_hash as hash from file where session_id = ${sessionId}
  `) {
    there.set(file.path, file.hash);
  }
  const given = new Map((await listInputHashes(tx, { sessionId, id })).map(({ path, hash: was }) => [path, was]));
  return {
    isThere: (path: string): boolean => there.has(path),
    isInConflict: (path: string): boolean => there.has(path) && there.get(path) !== given.get(path),
  };
};

const pathInWork = ({ path }: FoundOutput): string => path.replace(/^\/work\//, '');

/** A path as the record shows it, which may be none that a session could have. */
export const shownPath = (path: string, { pathBytes }: Pick<OutputRules, 'pathBytes'>): string =>
  path
    .slice(0, pathBytes)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\ufffd');

const whyNotStored = ({ content, encoding }: FoundOutput): string | null => {
  if (content === null) return 'It has no content.';
  if (encoding === 'base64') return null;
  return content.isWellFormed() && !content.includes('\0') ? null : 'It is no text: files of a session hold no NUL.';
};

/** `out/report-2.md` for `out/report.md`, or the next number that is free. */
const freePath = (path: string, isTaken: (path: string) => boolean): string => {
  const [, stem = path, extension = ''] = /^(.*?[^/])(\.[^./]+)?$/s.exec(path) ?? [];
  for (let number = 2; ; number++) {
    const candidate = `${stem}-${String(number)}${extension}`;
    if (!isTaken(candidate)) return candidate;
  }
};
