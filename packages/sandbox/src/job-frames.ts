import { randomBytes } from 'node:crypto';
import { encodeFile, encodeFrame, frameTypes } from './child/frames.js';
import type { JobFrame } from './child/job-channel.js';
import type { Runtime, SandboxJob } from './sandbox.ts';

const bytesPerMb = 1024 * 1024;
const mainNames: Record<Runtime, string> = { javascript: 'main.js', python: 'main.py', wasm: 'main.wasm' };

/** The normalised path below /work; '..' does not lead out of it. */
export const normalisePath = (path: string): string => {
  const parts: string[] = [];
  for (const part of path.replace(/^\/work\//, '').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
};

export const diskBytes = (job: SandboxJob): number => job.limits.diskMb * bytesPerMb;

/** The job's files by normalised path; the last one wins if two have the same path. */
const layOutFiles = (job: SandboxJob): Map<string, SandboxJob['files'][number]> =>
  new Map(job.files.map((file) => [normalisePath(file.path), file]));

const nodeEncoding = ({ encoding = 'utf-8' }: SandboxJob['files'][number]): 'utf8' | 'base64' =>
  encoding === 'base64' ? encoding : 'utf8';

/** The reason why the job's files do not fit into /work; undefined if they fit. */
export const findLayoutError = (job: SandboxJob): string | undefined => {
  const files = layOutFiles(job);
  const paths = new Set(files.keys());
  const folders = new Set<string>();
  for (const path of paths) {
    const parts = path.split('/');
    for (let length = 1; length < parts.length; length++) folders.add(parts.slice(0, length).join('/'));
  }
  const both = [...folders].find((folder) => paths.has(folder));
  if (both !== undefined) return `${both} would be a file and a folder`;
  if (paths.has('')) return 'a file has no name';
  if (paths.size > job.limits.maxFiles) {
    return `its ${String(paths.size)} files are more than its limit of ${String(job.limits.maxFiles)}`;
  }
  const bytes = files.values().reduce((sum, file) => sum + Buffer.byteLength(file.content, nodeEncoding(file)), 0);
  return bytes > diskBytes(job)
    ? `its ${String(bytes)} bytes are more than its limit of ${String(job.limits.diskMb)} MB`
    : undefined;
};

/** Makes each frame on demand, so that the caller need not hold all files of the job. */
export const encodeJob = function* (job: SandboxJob): Generator<Buffer> {
  const files = layOutFiles(job);
  const frame: JobFrame = {
    code: job.code,
    codeEncoding: job.runtime === 'wasm' ? (job.codeEncoding ?? 'base64') : null,
    codePath: normalisePath(job.codePath ?? '') || mainNames[job.runtime],
    args: job.args,
    env: job.env,
    stdin: job.stdin,
    seed: randomBytes(8).toString('hex'),
    outputs: job.outputs,
    fileCount: files.size,
    limits: {
      memoryBytes: job.limits.memoryMb * bytesPerMb,
      diskBytes: diskBytes(job),
      maxFiles: job.limits.maxFiles,
    },
  };
  yield encodeFrame(frameTypes.job, Buffer.from(JSON.stringify(frame)));
  for (const [path, file] of files) yield encodeFile(path, Buffer.from(file.content, nodeEncoding(file)));
};
