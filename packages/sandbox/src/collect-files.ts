import { isUtf8 } from 'node:buffer';
import { decodeFile } from './child/frames.js';
import { compileGlobs } from './child/glob.js';
import { normalisePath } from './job-frames.ts';
import type { Frame } from './read-frames.ts';
import type { SandboxOutput } from './sandbox.ts';

/** No path of a session is longer, so what has one can be no file of it, whatever the globs say. */
const maxPathBytes = 512;
/**
 * Some 20 ms for whoever serves requests, who must not be kept for 50 (NET-34); two thousand comparisons for each file
 * that a job usually may have.
 */
const maxGlobSteps = 2_000_000;
/** What the outputs of one job may hold here together, until they are written. */
const maxHeldBytes = 64 * 1024 * 1024;

interface FileLimits {
  /** Of all files together, as the child holds them. */
  maxBytes: number;
  /** Of one file whose content is wanted. */
  maxFileBytes: number;
}

/** The files that a child sends back, none of which is believed to be where it says until that has been looked at. */
export const createFileCollector = (
  { outputs, limits: { maxFiles } }: { outputs: readonly string[]; limits: { maxFiles: number } },
  { maxBytes, maxFileBytes }: FileLimits,
) => {
  const budget = { steps: maxGlobSteps };
  const isWanted = compileGlobs(outputs, budget);
  const files: SandboxOutput[] = [];
  let allBytes = 0;
  let heldBytes = 0;

  /** Decoded at once: then its bytes need not be held beside its content. */
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
        // What cannot be told any more is nobody's breach.
        if (budget.steps < 0) return;
        throw new RangeError('a file where none was asked for');
      }
      allBytes += bytes;
      if (allBytes > maxBytes || files.length >= maxFiles) throw new RangeError('more files than the job may have');
      files.push(isTooLong ? refuseName(path, bytes) : read(path, content, bytes));
    },
    /** The globs take more to match than a job may cost us; what was collected is not all. */
    get isTooCostly() {
      return budget.steps < 0;
    },
    collected: (): SandboxOutput[] => files.sort((one, other) => (one.path < other.path ? -1 : 1)),
  };
};

/** As text where it is text. */
const decoded = (content: Buffer): Pick<SandboxOutput, 'content' | 'encoding'> =>
  isUtf8(content) && !content.includes(0)
    ? { content: content.toString() }
    : { content: content.toString('base64'), encoding: 'base64' };

/** Told by the beginning of its path alone. */
const refuseName = (path: string, bytes: number): SandboxOutput => ({
  path: `${path.slice(0, maxPathBytes)}…`,
  bytes,
  content: null,
  error: `its path is longer than ${String(maxPathBytes)} bytes`,
});
