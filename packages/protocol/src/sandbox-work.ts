import type { Lease } from './leases.ts';
import type { FileEncoding } from './media-types.ts';
import type { JobLimits, SandboxInput, SandboxType } from './jobs.ts';
import { isSandboxType } from './jobs.ts';

/** The input of the sandbox for one job. */
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

/** The failure of a job that was submitted while its pool was for workers, and so has no code for the sandbox. */
export const withoutCode = { reason: 'input_missing', message: 'Its input holds no code for a sandbox.' } as const;

/**
 * The sandbox's input for a lease; undefined when the job has no code for it. A job may use the CPU that its credits
 * pay for, up to its limit.
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
