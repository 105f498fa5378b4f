import { frameTypes } from './child/frames.js';
import type { ChildEnd, SandboxChild } from './child-process.ts';
import { createFileCollector } from './collect-files.ts';
import { createOutputCollector } from './collect-output.ts';
import { diskBytes, encodeJob } from './job-frames.ts';
import { paceOutput } from './pace-output.ts';
import type { ProcessUsage } from './process-usage.ts';
import { type ChildResult, readResult } from './read-result.ts';
import type { RunOptions, SandboxFailure, SandboxJob, SandboxOutcome } from './sandbox.ts';

type Failure = NonNullable<SandboxOutcome['failure']>;

const pollMs = 100;
/** The host's own view of CPU time comes in steps of 10 ms; within two of them the child's finer figure is believed. */
const cpuGrainMs = 20;
/** What a file's frame may have beside the file. */
const fileHeadBytes = 8_192;
const bytesPerMb = 1024 * 1024;

const failureOfEnd = ({ exitCode, signal, lastWords }: ChildEnd, job: SandboxJob): Failure => {
  if (/out of memory|allocation failed/i.test(lastWords)) {
    return { reason: 'memory', message: `the engine ran out of memory (limit ${String(job.limits.memoryMb)} MB)` };
  }
  if (signal === 'SIGKILL' || signal === 'SIGTERM' || (signal === null && exitCode === 0)) {
    return { reason: 'lost', message: `the job's process ended from outside (${signal ?? 'exit 0'})` };
  }
  return {
    reason: 'sandbox_violation',
    message: `the job brought its engine down (${signal ?? `exit ${String(exitCode ?? '')}`})`,
  };
};

const failureOfResult = ({ exitCode, reason, message }: ChildResult, job: SandboxJob): Failure | null => {
  if (exitCode === 0 && reason === 'exit') return null;
  if (reason === 'memory') return { reason, message: `out of memory (limit ${String(job.limits.memoryMb)} MB)` };
  if (reason === 'disk') {
    return {
      reason,
      message: `no room (limits ${String(job.limits.diskMb)} MB, ${String(job.limits.maxFiles)} files)`,
    };
  }
  return { reason, message: message ?? `exit code ${String(exitCode)}` };
};

/**
 * Gives a booted child its job and stands over it. All deadlines are ours and the only means is the kill; whatever
 * the child says is checked before it counts. Undefined: the child had ended before it took the job, which is as it
 * was.
 */
export const superviseJob = async (
  child: SandboxChild,
  job: SandboxJob,
  {
    maxRssMb,
    maxOutputFileBytes,
    signal,
    sendOutput,
  }: { maxRssMb: number; maxOutputFileBytes: number; signal: AbortSignal | undefined } & Pick<RunOptions, 'sendOutput'>,
): Promise<SandboxOutcome | undefined> => {
  const live = sendOutput && paceOutput(sendOutput);
  const output = createOutputCollector(
    job.limits.outputBytes,
    live &&
      ((stream, bytes) => {
        live.add(stream, bytes);
      }),
  );
  const outputs = createFileCollector(job, { maxBytes: diskBytes(job), maxFileBytes: maxOutputFileBytes });
  const done = Promise.withResolvers<ChildResult | Failure>();
  const startedAt = performance.now();
  let result: ChildResult | undefined;
  let usage: ProcessUsage | undefined;

  const progress: { hasBegun: boolean; isOver: boolean } = { hasBegun: false, isOver: false };
  const end = (how: ChildResult | Failure) => {
    progress.isOver = true;
    usage = child.usage() ?? usage;
    child.kill();
    done.resolve(how);
  };
  const fail = (reason: SandboxFailure, message: string) => {
    end({ reason, message });
  };
  const onAbort = () => {
    fail('cancelled', 'the job was cancelled');
  };

  const wallTimer = setTimeout(() => {
    fail('timeout', `wall time: ran longer than ${String(job.limits.wallMs)} ms`);
  }, job.limits.wallMs);
  const pollTimer = setInterval(() => {
    usage = child.usage() ?? usage;
    if (!usage) return;
    if (usage.cpuMs - (child.usageAtBoot?.cpuMs ?? 0) > job.limits.cpuMs) {
      fail('timeout', `CPU time: used more than ${String(job.limits.cpuMs)} ms`);
    } else if (usage.rssMb > maxRssMb) {
      fail('memory', `out of memory: the process grew beyond ${String(Math.round(maxRssMb))} MB`);
    }
  }, pollMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  void child.closed.then((childEnd) => {
    done.resolve(failureOfEnd(childEnd, job));
  });

  child.start(
    encodeJob(job),
    { maxBytes: fileHeadBytes + diskBytes(job), keptBytes: fileHeadBytes + maxOutputFileBytes },
    (frame) => {
      if (progress.isOver) return;
      const { type, payload } = frame;
      if (type === frameTypes.stdout || type === frameTypes.stderr) {
        output.add(type === frameTypes.stdout ? 'stdout' : 'stderr', payload);
        if (output.flood !== undefined) fail('output', output.flood);
      } else if (type === frameTypes.begun) progress.hasBegun = true;
      else if (type === frameTypes.file) {
        outputs.add(frame);
        if (outputs.isTooCostly) fail('output', 'its globs for outputs take too long to match against its files');
      } else if (type === frameTypes.result) {
        result = readResult(payload);
        end(result);
      } else throw new RangeError('a frame that means nothing here');
    },
    (what) => {
      fail('sandbox_violation', `the job's process answered in no known form: ${what}`);
    },
  );
  if (signal?.aborted) onAbort();

  const how = await done.promise;
  const isUntouched = !progress.hasBegun && !progress.isOver;
  clearTimeout(wallTimer);
  clearInterval(pollTimer);
  signal?.removeEventListener('abort', onAbort);
  await live?.end();

  if (isUntouched) return undefined;

  const wallMs = performance.now() - startedAt;
  const measuredCpuMs = usage && child.usageAtBoot ? Math.max(0, usage.cpuMs - child.usageAtBoot.cpuMs) : undefined;
  const grownMb = usage && child.usageAtBoot ? Math.max(0, usage.peakRssMb - child.usageAtBoot.rssMb) : undefined;
  const claimedMb = result && (result.memoryBytes + result.diskBytes) / bytesPerMb;
  return {
    failure: 'exitCode' in how ? failureOfResult(how, job) : how,
    exitCode: result?.exitCode ?? null,
    ...output.collected(),
    outputs: result ? outputs.collected() : [],
    usage: {
      wallMs: Math.round(wallMs),
      cpuMs: Math.round(chooseCpuMs(measuredCpuMs, result?.cpuMs) ?? wallMs),
      peakMemoryMb: Math.round(Math.min(claimedMb ?? grownMb ?? 0, usage?.peakRssMb ?? Infinity) * 10) / 10,
      outputBytes: output.totalBytes,
      estimated: measuredCpuMs === undefined,
    },
  };
};

const chooseCpuMs = (measured: number | undefined, claimed: number | undefined): number | undefined => {
  if (measured === undefined || claimed === undefined) return measured ?? claimed;
  return Math.abs(measured - claimed) <= cpuGrainMs ? claimed : measured;
};
