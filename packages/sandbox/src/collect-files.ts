import { isUtf8 } from 'node:buffer';
import { decodeFile } from './child/frames.js';
import { compileGlobs } from './child/glob.js';
import { normalisePath } from './job-frames.ts';
import type { Frame } from './read-frames.ts';
import type { SandboxOutput } from './sandbox.ts';

/** The longest path of a session. A longer path cannot become a file of it, whatever the globs are. */
const maxPathBytes = 512;
/**
 * A bound of about 20 ms, because matching must not block the serving thread for 50 ms. It gives two thousand
 * comparisons to each file of a job with the usual limit.
 */
const maxGlobSteps = 2_000_000;
/** The most memory that the outputs of one job may take here before they are written. */
const maxHeldBytes = 64 * 1024 * 1024;

interface FileLimits {
  /** The most bytes of all files together: the disk limit of the job. */
  maxBytes: number;
  /** The most bytes of a file whose content is returned. */
  maxFileBytes: number;
}

/** Collects the files that a child sends. Their paths are untrusted until they are checked. */
export const createFileCollector = (
  { outputs, limits: { maxFiles } }: { outputs: readonly string[]; limits: { maxFiles: number } },
  { maxBytes, maxFileBytes }: FileLimits,
) => {
  const budget = { steps: maxGlobSteps };
  const isWanted = compileGlobs(outputs, budget);
  const files: SandboxOutput[] = [];
  let allBytes = 0;
  let heldBytes = 0;

  /** The content is decoded at once, so that the raw bytes are not kept as well. */
  const read = (path: string, content: Buffer, bytes: number): SandboxOutput => {
    const refuse = (error: string): SandboxOutput => ({ path, bytes, content: null, error });
    if (bytes > maxFileBytes) return refuse(`larger than ${String(maxFileBytes)} bytes`);
    if (heldBytes + bytes > maxHeldBytes) return refuse(`with the others larger than ${String(maxHeldBytes)} bytes`);
    heldBytes += bytes;
    return { path, bytes, ...decoded(content), error: null };
  };

  return {
    add(frame: Pick<Frame, 'payload' | 'bytes'>): void {
      const { path, content } = decodeFile(frame.payload);
      const bytes = content.length + frame.bytes - frame.payload.length;
      const isTooLong = Buffer.byteLength(path) > maxPathBytes;
      if (path === '' || path.includes('\0') || normalisePath(path) !== path || !(isTooLong || isWanted(path))) {
        // Once the budget is used up, a file that no glob asked for can no longer be recognised, so it is not a
        // violation.
        if (budget.steps < 0) return;
        throw new RangeError('a file where none was asked for');
      }
      allBytes += bytes;
      if (allBytes > maxBytes || files.length >= maxFiles) throw new RangeError('more files than the job may have');
      files.push(isTooLong ? refuseName(path, bytes) : read(path, content, bytes));
    },
    /** The globs cost more than a job may; the collected files are incomplete. */
    get isTooCostly() {
      return budget.steps < 0;
    },
    collected: (): SandboxOutput[] => files.sort((one, other) => (one.path < other.path ? -1 : 1)),
  };
};

/** The content as text if it is text, otherwise in base64. */
const decoded = (content: Buffer): Pick<SandboxOutput, 'content' | 'encoding'> =>
  isUtf8(content) && !content.includes(0)
    ? { content: content.toString() }
    : { content: content.toString('base64'), encoding: 'base64' };

/** A refused file appears with the beginning of its path. */
const refuseName = (path: string, bytes: number): SandboxOutput => ({
  path: `${path.slice(0, maxPathBytes).toWellFormed()}…`,
  bytes,
  content: null,
  error: `its path is longer than ${String(maxPathBytes)} bytes`,
});
