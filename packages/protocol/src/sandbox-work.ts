import type { Lease } from './leases.ts';
import type { FileEncoding } from './media-types.ts';
import type { JobLimits, SandboxInput, SandboxType } from './jobs.ts';
import { isSandboxType } from './jobs.ts';

/** A job as a sandbox takes it. */
export interface SandboxWork {
  runtime: SandboxType;
  code: string;
  codeEncoding?: 'base64' | 'wat' | undefined;
  /** The session file that the code came from. */
  codePath?: string | undefined;
  args: string[];
  env: Record<string, string>;
  stdin: string;
  files: { path: string; content: string; encoding: FileEncoding }[];
  outputs: string[];
  limits: JobLimits;
}

/** What becomes of a job that holds no code for a sandbox: it was submitted while its pool was for workers. */
export const withoutCode = { reason: 'input_missing', message: 'Its input holds no code for a sandbox.' } as const;

/**
 * What a sandbox is to run for a lease; undefined when the job holds no code for one. A job may use as much CPU as its
 * credits pay for, and never more than its limit.
 */
export const sandboxWorkOf = ({ job, code, files }: Lease): SandboxWork | undefined => {
  if (!isSandboxType(job.type) || code === null) return undefined;
  const { file, codeEncoding, args = [], env = {}, stdin = '', outputs = [] } = job.input as Partial<SandboxInput>;
  return {
    runtime: job.type,
    code,
    codeEncoding,
    codePath: file,
    args,
    env,
    stdin,
    files,
    outputs,
    limits: { ...job.limits, cpuMs: Math.max(1, Math.min(job.limits.cpuMs, Math.floor(job.cost * 1000))) },
  };
};
