import { frameTypes } from './child/frames.js';
import type { ChildEnd, SandboxChild } from './child-process.ts';
import { createFileCollector } from './collect-files.ts';
import { createOutputCollector } from './collect-output.ts';
import { diskBytes, encodeJob } from './job-frames.ts';
import { LimitWatch } from './limit-watch.ts';
import { paceOutput } from './pace-output.ts';
import type { Frame } from './read-frames.ts';
import type { ProcessUsage } from './process-usage.ts';
import { readProgress } from './read-progress.ts';
import { type ChildResult, readResult } from './read-result.ts';
import type { RunOptions, SandboxFailure, SandboxJob, SandboxOutcome } from './sandbox.ts';

type Failure = NonNullable<SandboxOutcome['failure']>;

/** The host measures CPU time in steps of 10 ms. Within two steps the child's finer figure is used. */
const cpuGrainMs = 20;
/** The most bytes in a file's frame besides the content. */
const fileHeadBytes = 8_192;
/** An honest child sends fewer reports. The bound protects the host from a loop. */
const maxProgressFrames = 1_000_000;
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

interface Supervision extends Pick<RunOptions, 'sendOutput' | 'onProgress'> {
  maxRssMb: number;
  maxOutputFileBytes: number;
  signal: AbortSignal | undefined;
}

/** Collects the frames of a job, and passes some on while it runs. */
const collectFrames = (job: SandboxJob, { maxOutputFileBytes, sendOutput, onProgress }: Supervision) => {
  const live = sendOutput && paceOutput(sendOutput);
  const output = createOutputCollector(
    job.limits.outputBytes,
    live &&
      ((stream, bytes) => {
        live.add(stream, bytes);
      }),
  );
  const outputs = createFileCollector(job, { maxBytes: diskBytes(job), maxFileBytes: maxOutputFileBytes });
  let progressFrames = 0;
  return {
    output,
    outputs,
    /** The reason to end the job after this frame; undefined if it may continue. */
    add(frame: Frame): string | undefined {
      const { type, payload } = frame;
      if (type === frameTypes.stdout || type === frameTypes.stderr) {
        output.add(type === frameTypes.stdout ? 'stdout' : 'stderr', payload);
        return output.flood;
      }
      if (type === frameTypes.progress) {
        onProgress?.(readProgress(payload));
        return ++progressFrames > maxProgressFrames ? 'it says too often how far it is' : undefined;
      }
      if (type !== frameTypes.file) throw new RangeError('a frame that means nothing here');
      outputs.add(frame);
      return outputs.isTooCostly ? 'its globs for outputs take too long to match against its files' : undefined;
    },
    end(): void {
      live?.end();
    },
  };
};

/**
 * The state of a running job. The job ends with its result, a broken limit, a cancellation or the end of its process,
 * whichever comes first.
 */
const createRun = (child: SandboxChild, job: SandboxJob, beforeKill: () => void) => {
  const { promise: how, resolve } = Promise.withResolvers<ChildResult | Failure>();
  const state = { hasBegun: false, isOver: false };
  void child.closed.then((childEnd) => {
    resolve(failureOfEnd(childEnd, job));
  });
  return {
    state,
    how,
    end(result: ChildResult | Failure): void {
      state.isOver = true;
      beforeKill();
      child.kill();
      resolve(result);
    },
  };
};

interface End {
  how: ChildResult | Failure;
  /** The child ended before it took the job. */
  isUntouched: boolean;
  usage: ProcessUsage | undefined;
}

/** Starts the job and waits for its end. */
const runToEnd = async (
  child: SandboxChild,
  job: SandboxJob,
  frames: ReturnType<typeof collectFrames>,
  { maxRssMb, maxOutputFileBytes, signal }: Supervision,
): Promise<End> => {
  const run = createRun(child, job, () => {
    watch.look();
  });
  const fail = (reason: SandboxFailure, message: string) => {
    run.end({ reason, message });
  };
  const onAbort = () => {
    fail('cancelled', 'the job was cancelled');
  };
  using watch = new LimitWatch(child, { ...job.limits, maxRssMb }, fail);
  signal?.addEventListener('abort', onAbort, { once: true });
  const take = (frame: Frame) => {
    if (run.state.isOver) return;
    if (frame.type === frameTypes.begun) run.state.hasBegun = true;
    else if (frame.type === frameTypes.result) run.end(readResult(frame.payload));
    else {
      const flood = frames.add(frame);
      if (flood !== undefined) fail('output', flood);
    }
  };
  const bounds = { maxBytes: fileHeadBytes + diskBytes(job), keptBytes: fileHeadBytes + maxOutputFileBytes };
  child.start(encodeJob(job), bounds, take, (what) => {
    fail('sandbox_violation', `the job's process answered in no known form: ${what}`);
  });
  if (signal?.aborted) onAbort();

  const how = await run.how;
  signal?.removeEventListener('abort', onAbort);
  return { how, isUntouched: !run.state.hasBegun && !run.state.isOver, usage: watch.usage };
};

/**
 * Gives a booted child its job and supervises it. The supervisor enforces every deadline, and its only means is to kill
 * the child. It checks every message of the child. Undefined if the child ended before it took the job.
 */
export const superviseJob = async (
  child: SandboxChild,
  job: SandboxJob,
  supervision: Supervision,
): Promise<SandboxOutcome | undefined> => {
  const frames = collectFrames(job, supervision);
  const startedAt = performance.now();
  const { how, isUntouched, usage } = await runToEnd(child, job, frames, supervision);
  frames.end();
  if (isUntouched) return undefined;

  const result = 'exitCode' in how ? how : undefined;
  const wallMs = performance.now() - startedAt;
  return {
    failure: 'exitCode' in how ? failureOfResult(how, job) : how,
    exitCode: result?.exitCode ?? null,
    ...frames.output.collected(),
    outputs: result ? frames.outputs.collected() : [],
    usage: { ...usageOf(usage, child.usageAtBoot, result, wallMs), outputBytes: frames.output.totalBytes },
  };
};

const usageOf = (
  usage: ProcessUsage | undefined,
  atBoot: ProcessUsage | undefined,
  result: ChildResult | undefined,
  wallMs: number,
): Omit<SandboxOutcome['usage'], 'outputBytes'> => {
  const measuredCpuMs = usage && atBoot ? Math.max(0, usage.cpuMs - atBoot.cpuMs) : undefined;
  const grownMb = usage && atBoot ? Math.max(0, usage.peakRssMb - atBoot.rssMb) : undefined;
  const claimedMb = result && (result.memoryBytes + result.diskBytes) / bytesPerMb;
  return {
    wallMs: Math.round(wallMs),
    cpuMs: Math.round(chooseCpuMs(measuredCpuMs, result?.cpuMs) ?? wallMs),
    peakMemoryMb: Math.round(Math.min(claimedMb ?? grownMb ?? 0, usage?.peakRssMb ?? Infinity) * 10) / 10,
    estimated: measuredCpuMs === undefined,
  };
};

const chooseCpuMs = (measured: number | undefined, claimed: number | undefined): number | undefined => {
  if (measured === undefined || claimed === undefined) return measured ?? claimed;
  return Math.abs(measured - claimed) <= cpuGrainMs ? claimed : measured;
};
