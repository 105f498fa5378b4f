import { encodeFile, encodeFrame, frameTypes } from './child/frames.js';
import type { JobFrame } from './child/job-channel.js';
import type { Runtime, SandboxJob } from './sandbox.ts';

const bytesPerMb = 1024 * 1024;
const mainNames: Record<Runtime, string> = { javascript: 'main.js', python: 'main.py', wasm: 'main.wasm' };

/** The path below /work that a path means; '..' does not lead out of it. */
export const normalisePath = (path: string): string => {
  const parts: string[] = [];
  for (const part of path.replace(/^\/work\//, '').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
};

export const diskBytes = (job: SandboxJob): number => job.limits.diskMb * bytesPerMb;

/** Why the job's files cannot be laid out in /work, if so. */
const findMisfit = (job: SandboxJob, files: readonly { path: string; bytes: number }[]): string | undefined => {
  const paths = new Set(files.map(({ path }) => path));
  const folders = new Set<string>();
  for (const { path } of files) {
    const parts = path.split('/');
    for (let length = 1; length < parts.length; length++) folders.add(parts.slice(0, length).join('/'));
  }
  const both = [...folders].find((folder) => paths.has(folder));
  if (both !== undefined) return `${both} would be a file and a folder`;
  if (paths.has('')) return 'a file has no name';
  if (paths.size + folders.size > job.limits.maxFiles) {
    return `its ${String(paths.size + folders.size)} files and folders are more than its limit of ${String(job.limits.maxFiles)}`;
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return bytes > diskBytes(job)
    ? `its ${String(bytes)} bytes are more than its limit of ${String(job.limits.diskMb)} MB`
    : undefined;
};

export const layOutFiles = (job: SandboxJob): { files: Map<string, Buffer>; misfit: string | undefined } => {
  const files = new Map(job.files.map(({ path, content }) => [normalisePath(path), Buffer.from(content)]));
  return {
    files,
    misfit: findMisfit(
      job,
      Array.from(files, ([path, { length: bytes }]) => ({ path, bytes })),
    ),
  };
};

export const encodeJob = (job: SandboxJob, files: ReadonlyMap<string, Buffer>): Buffer[] => {
  const frame: JobFrame = {
    code: job.code,
    codeEncoding: job.runtime === 'wasm' ? (job.codeEncoding ?? 'base64') : null,
    codePath: normalisePath(job.codePath ?? '') || mainNames[job.runtime],
    args: job.args,
    env: job.env,
    stdin: job.stdin,
    outputs: job.outputs,
    fileCount: files.size,
    limits: {
      memoryBytes: job.limits.memoryMb * bytesPerMb,
      diskBytes: diskBytes(job),
      maxFiles: job.limits.maxFiles,
    },
  };
  return [
    encodeFrame(frameTypes.job, Buffer.from(JSON.stringify(frame))),
    ...Array.from(files, ([path, content]) => encodeFile(path, content)),
  ];
};
