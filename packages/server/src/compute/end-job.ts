import {
  type Editor,
  type JobOutput,
  type JobReason,
  type JobUsage,
  type SandboxInput,
  utf8Bytes,
} from '@pairspace/protocol';
import { whyNoRoom } from '../access/capacity.ts';
import { systemActor } from '../access/caller.ts';
import type { Transaction } from '../storage/storage.ts';
import { changeJob } from './change-job.ts';
import { type HeldJob, type LeaseKey, lockLeased } from './job-store.ts';
import { boundWarnings, warnOfOutputs } from './job-warnings.ts';
import { type OutputRules, placeOutputs } from './place-outputs.ts';
import { creditsOf, thousandths } from './pool-store.ts';
import { sessionCompleted, stopJob } from './stop-job.ts';
import { listUploads, type Upload } from './uploads.ts';

/** The outcome of an attempt, as its runner reports it. */
export interface JobReport {
  /** Null: it succeeded. */
  failure: { reason: JobReason; message: string } | null;
  exitCode: number | null;
  stdout: string;
  stderr: string;
  stdoutTruncated: boolean;
  stderrTruncated: boolean;
  result: unknown;
  usage: { [K in Exclude<keyof JobUsage, 'queueMs'>]?: JobUsage[K] | undefined };
  /** The cost in credits; if absent, the CPU time decides. */
  credits: number | undefined;
  warnings?: string[];
}

/**
 * Ends a job: record, uploaded outputs, usage and events in one commit. Only the holder of the lease may end the job
 * (JOB-11). In a session that was completed meanwhile nothing is written, and the job counts as cancelled.
 */
export const endJob = async (tx: Transaction, key: LeaseKey, given: JobReport, rules: OutputRules): Promise<void> => {
  const { job: before, session } = await lockLeased(tx, key);
  if (session.status === 'completed') {
    await stopJob(tx, before, sessionCompleted);
    return;
  }
  const usedBytes = session.storedBytes;
  const report = withinQuota(tx, usedBytes, given);
  const usage = usageOf(before, report, tx.now);
  const limited = withCreditReason(before, report.failure, usage);
  const { submittedBy } = before.summary;
  const editor: Editor = { kind: 'agent', id: submittedBy.agentId, name: submittedBy.agentName };
  const uploads = await listUploads(tx, key);
  const placed = limited
    ? { failure: limited, outputs: uploads.map(notWritten) }
    : await placeOutputs(tx, before, editor, uploads, rules, usedBytes + bytesOf(report));
  const { failure, outputs } = placed;
  const { exitCode, stdout, stderr, stdoutTruncated, stderrTruncated, result = null } = report;
  const after: HeldJob = {
    ...before,
    stdout,
    stderr,
    summary: {
      ...before.summary,
      status: failure ? 'failed' : 'completed',
      credits: creditsUsed(before, report, usage),
      exitCode,
      stdoutTruncated,
      stderrTruncated,
      truncated: stdoutTruncated || stderrTruncated,
      result,
      error: failure,
      outputs,
      warnings: warningsOf(before, failure ? undefined : { uploads, outputs }, report.warnings),
      usage,
    },
  };
  await changeJob(tx, { before, after, trigger: report.failure ? 'fail' : 'complete', actor: systemActor });
};

/** Removes output and result from a report if the session has no room for them. The job ends in any case (CAP-3). */
const withinQuota = (tx: Transaction, usedBytes: number, report: JobReport): JobReport => {
  const { stdout, stderr, stdoutTruncated, stderrTruncated } = report;
  const bytes = bytesOf(report);
  const refusal = bytes === 0 ? undefined : whyNoRoom(tx, usedBytes, bytes);
  if (!refusal) return report;
  return {
    ...report,
    stdout: '',
    stderr: '',
    result: null,
    stdoutTruncated: stdoutTruncated || stdout !== '',
    stderrTruncated: stderrTruncated || stderr !== '',
    warnings: [`Its output and its result were left out: ${refusal.message}`],
  };
};

const bytesOf = ({ stdout, stderr, result }: JobReport): number =>
  utf8Bytes(stdout) + utf8Bytes(stderr) + (result === null ? 0 : utf8Bytes(JSON.stringify(result)));

/**
 * The warnings of a job after its end. A failed job gets none about outputs: it writes no outputs, and its error gives
 * the reason.
 */
const warningsOf = (
  { input, onConflict, summary: { warnings } }: HeldJob,
  brought: { uploads: readonly Upload[]; outputs: readonly JobOutput[] } | undefined,
  reportWarnings: readonly string[] = [],
): string[] => {
  const asked = onConflict === null ? {} : (JSON.parse(input) as Partial<SandboxInput>);
  const found = brought?.uploads.map(({ path }) => path) ?? [];
  const outputWarnings = brought ? warnOfOutputs(asked, found, brought.outputs) : [];
  return boundWarnings([...warnings, ...reportWarnings, ...outputWarnings]);
};

const usageOf = (job: HeldJob, { usage, stdout, stderr }: JobReport, now: number): JobUsage => {
  const wallMs = usage.wallMs ?? Math.max(0, now - (job.startedAt ?? now));
  return {
    queueMs: job.summary.usage.queueMs,
    wallMs: Math.round(wallMs),
    cpuMs: Math.round(usage.cpuMs ?? 0),
    peakMemoryMb: Math.round(usage.peakMemoryMb ?? 0),
    outputBytes: Math.round(usage.outputBytes ?? Buffer.byteLength(stdout) + Buffer.byteLength(stderr)),
    estimated: usage.estimated ?? usage.wallMs === undefined,
  };
};

/** The charge is at most the reserved amount, so that a pool never pays more than it has. */
const creditsUsed = (
  { summary: { cost } }: HeldJob,
  { credits, usage, failure }: JobReport,
  { cpuMs }: JobUsage,
): number => {
  if (credits !== undefined) return Math.min(cost, creditsOf(thousandths(credits)));
  if (usage.cpuMs !== undefined) return Math.min(cost, creditsOf(cpuMs));
  return failure ? 0 : cost;
};

/** Gives the reason `credits` to a job that used up its credits before it reached its CPU limit. */
const withCreditReason = (
  { summary: { cost, limits } }: HeldJob,
  failure: JobReport['failure'],
  { cpuMs }: JobUsage,
): JobReport['failure'] => {
  const paidMs = thousandths(cost);
  const ranOut = failure?.reason === 'timeout' && paidMs < limits.cpuMs && cpuMs >= paidMs;
  return ranOut ? { reason: 'credits', message: 'It used up the credits that were reserved for it.' } : failure;
};

const notWritten = ({ path, bytes, error }: Upload): JobOutput => ({
  path,
  bytes,
  contentHash: null,
  written: false,
  error: error ?? 'The job did not complete.',
});
