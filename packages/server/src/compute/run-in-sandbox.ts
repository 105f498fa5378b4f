import type { JobOutcome, OutputFile, RunningJob } from '@pairspace/client';
import { isSandboxType, type Lease, type SandboxInput } from '@pairspace/protocol';
import type { Sandbox, SandboxJob, SandboxOutcome } from '@pairspace/sandbox';

/** Runs a leased job in a sandbox, and passes on its output (LIVE-2) and its progress (LIVE-5) meanwhile. */
export const runInSandbox = async (
  sandbox: Pick<Sandbox, 'run'>,
  lease: Lease,
  running: RunningJob,
): Promise<JobOutcome> => {
  const job = sandboxJobOf(lease);
  if (!job) return { failed: withoutCode };
  const outcome = await sandbox.run(job, {
    signal: running.signal,
    sendOutput: async (parts) => {
      let full = false;
      for (const part of parts) ({ full } = await running.sendOutput(part));
      return { full };
    },
    onProgress: (progress) => {
      running.setProgress(progress);
    },
  });
  if (outcome.failure === null) return { completed: { ...toldOf(outcome), outputs: outcome.outputs.map(broughtBack) } };
  const { reason, message } = outcome.failure;
  if (reason === 'cancelled' || reason === 'unavailable') return { released: true };
  if (reason === 'lost') return { lost: message };
  return { failed: { ...toldOf(outcome), reason, message, outputs: outcome.outputs.map(leftBehind) } };
};

/** The failure of a job that was submitted while its pool was for workers, and so has no code for the sandbox. */
const withoutCode = { reason: 'input_missing', message: 'Its input holds no code for a sandbox.' } as const;

/** Undefined without code. A job may use the CPU that its credits pay for, up to its limit. */
const sandboxJobOf = ({ job, code, files }: Lease): SandboxJob | undefined => {
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

const toldOf = ({ exitCode, stdout, stderr, stdoutTruncated, stderrTruncated, usage }: SandboxOutcome) => ({
  exitCode,
  stdout: storable(stdout),
  stderr: storable(stderr),
  stdoutTruncated,
  stderrTruncated,
  usage,
});

type Output = SandboxOutcome['outputs'][number];

const broughtBack = (output: Output): OutputFile => {
  const { path, bytes, content, encoding, error } = output;
  if (content === null) return { path, bytes, error: error ?? 'It has no content.' };
  return encoding === undefined ? { path, content } : { path, content, encoding };
};

const leftBehind = ({ path, bytes, error }: Output): OutputFile => ({
  path,
  bytes,
  error: error ?? 'The job did not complete.',
});

/** The output of a program may contain characters that no text of the contract contains (API-13). */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
