import { decodeFile } from './child/frames.js';
import { compileGlobs } from './child/glob.js';
import { normalisePath } from './job-frames.ts';
import type { SandboxOutput } from './sandbox.ts';

const maxOutputFileBytes = 8 * 1024 * 1024;

const read = (path: string, content: Buffer): SandboxOutput => {
  const output = { path, bytes: content.length };
  if (content.length > maxOutputFileBytes) {
    return { ...output, content: null, error: `larger than ${String(maxOutputFileBytes)} bytes` };
  }
  try {
    return {
      ...output,
      content: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content),
      error: null,
    };
  } catch {
    return { ...output, content: null, error: 'not text in UTF-8' };
  }
};

/** The files that a child sends back, none of which is believed to be where it says until that has been looked at. */
export const createFileCollector = (
  { outputs, limits }: { outputs: readonly string[]; limits: { maxFiles: number } },
  given: ReadonlyMap<string, Buffer>,
  maxBytes: number,
) => {
  const isWanted = compileGlobs(outputs);
  const files = new Map<string, Buffer>();
  let bytes = 0;
  return {
    add(payload: Buffer): void {
      const { path, content } = decodeFile(payload);
      if (path === '' || path.includes('\0') || normalisePath(path) !== path || !isWanted(path)) {
        throw new RangeError('a file where none was asked for');
      }
      bytes += content.length;
      files.set(path, content);
      if (bytes > maxBytes || files.size > limits.maxFiles) throw new RangeError('more files than the job may have');
    },
    collected: (): SandboxOutput[] =>
      [...files]
        .filter(([path, content]) => given.get(path)?.equals(content) !== true)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([path, content]) => read(path, content)),
  };
};
