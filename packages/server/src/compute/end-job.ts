import {
  type Editor,
  type JobLimits,
  type JobOutput,
  type JobReason,
  type JobUsage,
  type SandboxInput,
  utf8Bytes,
} from '@pairspace/protocol';
import { whyNoRoom } from '../access/capacity.ts';
import { systemActor } from '../access/caller.ts';
import { findSessionHead } from '../access/session-head.ts';
import type { Transaction } from '../storage/storage.ts';
import { cancelJob } from './cancel-job.ts';
import { changeJob } from './change-job.ts';
import type { JobRow } from './job-store.ts';
import { boundWarnings, warnOfOutputs } from './job-warnings.ts';
import { type LeaseKey, lockLeased } from './leases.ts';
import { type OutputRules, placeOutputs } from './place-outputs.ts';
import { thousandths } from './pool-store.ts';
import { listUploads, type Upload } from './upload-store.ts';

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
  const before = await lockLeased(tx, key);
  const head = await findSessionHead(tx, key.sessionId);
  if (head?.status === 'completed') {
    await cancelJob(tx, key, systemActor, 'The session was completed.');
    return;
  }
  const usedBytes = head?.storedBytes ?? 0;
  const report = withinQuota(tx, usedBytes, given);
  const usage = usageOf(before, report, tx.now);
  const limited = withCreditReason(before, report.failure, usage);
  const editor: Editor = { kind: 'agent', id: before.agent_id, name: before.agent_name };
  const uploads = await listUploads(tx, key);
  const placed = limited
    ? { failure: limited, outputs: uploads.map(notWritten) }
    : await placeOutputs(tx, before, editor, uploads, rules, usedBytes + bytesOf(report));
  const { failure, outputs } = placed;
  const after: JobRow = {
    ...before,
    status: failure ? 'failed' : 'completed',
    credits: creditsUsed(before, report, usage),
    exit_code: report.exitCode,
    stdout: report.stdout,
    stderr: report.stderr,
    stdout_truncated: Number(report.stdoutTruncated),
    stderr_truncated: Number(report.stderrTruncated),
    result: JSON.stringify(report.result ?? null),
    error_reason: failure?.reason ?? null,
    error_message: failure?.message ?? null,
    outputs: JSON.stringify(outputs),
    warnings: warningsOf(before, failure ? undefined : { uploads, outputs }, report.warnings),
    usage: JSON.stringify(usage),
    lease_id: null,
    lease_expires_at: null,
    finished_at: tx.now,
  };
  const trigger = report.failure ? 'fail' : 'complete';
  await changeJob(tx, { before, after, trigger, actor: systemActor });
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
  { input, on_conflict: onConflict, warnings }: JobRow,
  brought: { uploads: readonly Upload[]; outputs: readonly JobOutput[] } | undefined,
  reportWarnings: readonly string[] = [],
): string => {
  const asked = onConflict === null ? {} : (JSON.parse(input) as Partial<SandboxInput>);
  const found = brought?.uploads.map(({ path }) => path) ?? [];
  const outputWarnings = brought ? warnOfOutputs(asked, found, brought.outputs) : [];
  return JSON.stringify(boundWarnings([...(JSON.parse(warnings) as string[]), ...reportWarnings, ...outputWarnings]));
};

const usageOf = (row: JobRow, { usage, stdout, stderr }: JobReport, now: number): JobUsage => {
  const { queueMs } = JSON.parse(row.usage) as JobUsage;
  const wallMs = usage.wallMs ?? Math.max(0, now - (row.started_at ?? now));
  return {
    queueMs,
    wallMs: Math.round(wallMs),
    cpuMs: Math.round(usage.cpuMs ?? 0),
    peakMemoryMb: Math.round(usage.peakMemoryMb ?? 0),
    outputBytes: Math.round(usage.outputBytes ?? Buffer.byteLength(stdout) + Buffer.byteLength(stderr)),
    estimated: usage.estimated ?? usage.wallMs === undefined,
  };
};

/** The charge is at most the reserved amount, so that a pool never pays more than it has. */
const creditsUsed = (row: JobRow, { credits, usage, failure }: JobReport, { cpuMs }: JobUsage): number => {
  if (credits !== undefined) return Math.min(row.cost, thousandths(credits));
  if (usage.cpuMs !== undefined) return Math.min(row.cost, cpuMs);
  return failure ? 0 : row.cost;
};

/** Gives the reason `credits` to a job that used up its credits before it reached its CPU limit. */
const withCreditReason = (row: JobRow, failure: JobReport['failure'], { cpuMs }: JobUsage): JobReport['failure'] => {
  const { cpuMs: limitMs } = JSON.parse(row.limits) as JobLimits;
  const ranOut = failure?.reason === 'timeout' && row.cost < limitMs && cpuMs >= row.cost;
  return ranOut ? { reason: 'credits', message: 'It used up the credits that were reserved for it.' } : failure;
};

const notWritten = ({ path, bytes, error }: Upload): JobOutput => ({
  path,
  bytes,
  contentHash: null,
  written: false,
  error: error ?? 'The job did not complete.',
});
