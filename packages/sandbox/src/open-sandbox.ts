import os from 'node:os';
import { layBait } from './canary-bait.ts';
import { type ChildKind, idleMb } from './child-kind.ts';
import { ChildPool } from './child-pool.ts';
import { engineNames } from './engines.ts';
import type { Fence } from './fence.ts';
import { findMisfit } from './job-frames.ts';
import { MemoryBudget } from './memory-budget.ts';
import { findFence, probeWalls } from './probe-walls.ts';
import { prepareSnapshot } from './snapshots.ts';
import { runCanaries } from './run-canaries.ts';
import {
  type Isolation,
  type RunOptions,
  type Runtime,
  runtimes,
  type RuntimeState,
  type Sandbox,
  type SandboxFailure,
  type SandboxJob,
  type SandboxOptions,
  type SandboxOutcome,
} from './sandbox.ts';
import { superviseJob } from './supervise-job.ts';

const bytesPerMb = 1024 * 1024;
const defaultDiskMb = 64;
const defaultMaxOutputFileBytes = 8 * bytesPerMb;
/** Beyond what a job may hold, for what the host's count adds to it: freed pages, copies in flight. */
const slackMb = 64;
const refillDelayMs = 50;
const maxChildren = 3;
/** The one that most jobs are of first, the one that takes longest last. */
const testOrder: readonly Runtime[] = ['javascript', 'wasm', 'python'];

const hostMb = (runtime: Runtime, memoryMb: number, diskMb: number) => idleMb(runtime) + memoryMb + diskMb;

const halfOfMachineMb = () => {
  const constrained = process.constrainedMemory();
  const total = constrained > 0 ? Math.min(constrained, os.totalmem()) : os.totalmem();
  return Math.floor(total / bytesPerMb / 2);
};

const unrun = (reason: SandboxFailure, message: string): SandboxOutcome => ({
  failure: { reason, message },
  exitCode: null,
  stdout: '',
  stderr: '',
  stdoutTruncated: false,
  stderrTruncated: false,
  outputs: [],
  usage: { wallMs: 0, cpuMs: 0, peakMemoryMb: 0, outputBytes: 0, estimated: false },
});

/** The same with walls taken away and for one runtime alone: for the proof that the canaries would notice. */
export const openSandboxBehind = (
  options: SandboxOptions,
  weaken: (fence: Fence) => Fence,
  tests: readonly Runtime[] = testOrder,
): Promise<Sandbox & { readonly pids: number[] }> => {
  const onEvent = options.onEvent ?? (() => undefined);
  const warm = { javascript: 1, python: 1, wasm: 1, ...options.warm };
  const maxOutputFileBytes = options.maxOutputFileBytes ?? defaultMaxOutputFileBytes;
  const memoryBudgetMb = options.memoryBudgetMb ?? halfOfMachineMb();
  const budget = new MemoryBudget(memoryBudgetMb);
  const isolation: Isolation = { walls: {}, selfTest: { passedAt: null, failures: [] } };
  const states = new Map<Runtime, RuntimeState>(
    runtimes.map((name) => [
      name,
      { name, engine: engineNames[name], available: false, warm: 0, reason: 'its canaries have not come back yet' },
    ]),
  );
  const tested = new Map(runtimes.map((name) => [name, Promise.withResolvers<undefined>()]));
  let pool: ChildPool | undefined;
  let sealer: Fence['sealer'] = null;
  const closing = new AbortController();
  const isClosing = () => closing.signal.aborted;
  const snapshotFiles = new Map<Runtime, string>();

  const kindOf = (runtime: Runtime): ChildKind => ({
    runtime,
    snapshotFile: snapshotFiles.get(runtime),
    ...(runtime === 'python' ? { wheelsFolder: options.wheelsFolder } : {}),
  });

  const runIn = async (
    children: ChildPool,
    job: SandboxJob,
    { signal, sendOutput }: RunOptions,
  ): Promise<SandboxOutcome> => {
    const misfit = findMisfit(job);
    if (misfit !== undefined) return unrun('disk', `the files do not fit into /work: ${misfit}`);
    const takesWat = job.runtime === 'wasm' && job.codeEncoding === 'wat';
    const neededMb = hostMb(job.runtime, job.limits.memoryMb, job.limits.diskMb);
    let release: (() => void) | undefined;
    let child: Awaited<ReturnType<ChildPool['take']>> | undefined;
    let outcome: SandboxOutcome | undefined;
    try {
      release = await budget.take(neededMb, signal);
      // One that waited may have been ended from outside just now: the job has not begun, and gets another.
      for (let attempt = 1; !outcome && attempt <= maxChildren; attempt++) {
        child = await children.take({ ...kindOf(job.runtime), takesWat }, !takesWat);
        outcome = await superviseJob(child, job, {
          maxRssMb: neededMb + slackMb,
          maxOutputFileBytes,
          signal,
          sendOutput,
        });
      }
      outcome ??= unrun('lost', 'no process lived long enough to take the job');
      const { failure, usage } = outcome;
      onEvent({ type: 'job_ended', runtime: job.runtime, reason: failure?.reason ?? null, ...usage });
      return outcome;
    } catch (error) {
      if (signal?.aborted) return unrun('cancelled', 'the job was cancelled');
      return unrun('lost', `no process for the job: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      // The memory is free when the process is gone, not when its answer is there.
      if (child) void child.closed.then(release);
      else release?.();
      onEvent({ type: 'memory', childrenMb: budget.usedMb, children: children.pids.length });
    }
  };

  const prepare = async () => {
    const found = await findFence(closing.signal);
    sealer = found.sealer;
    const fence = weaken(found);
    {
      await using bait = await layBait();
      isolation.walls = await probeWalls(fence, bait, closing.signal);
    }
    // Laid anew: what the probe of the walls may have touched is not held against a runtime.
    await using bait = await layBait();
    for (const [wall, stands] of Object.entries(isolation.walls)) {
      if (!stands) onEvent({ type: 'wall_missing', wall, detail: `${wall} does not stand on this machine` });
    }
    const children = new ChildPool({ fence, budget, warm, kindOf, onEvent });
    pool = children;
    if (isClosing()) return;
    for (const runtime of tests) {
      const startedAt = performance.now();
      const snapshotFile =
        runtime === 'wasm'
          ? undefined
          : await prepareSnapshot(runtime, fence, { ...options, closing: closing.signal }, onEvent);
      if (snapshotFile !== undefined) snapshotFiles.set(runtime, snapshotFile);
      const failures = await runCanaries(runtime, bait, (job) => runIn(children, job, {}));
      // Closing ends canaries as it ends jobs; that says nothing of the runtime.
      if (isClosing()) return;
      const state = states.get(runtime);
      if (!state) continue;
      state.available = failures.length === 0;
      state.reason = failures[0] ?? null;
      isolation.selfTest.failures.push(...failures);
      if (runtime === 'python') isolation.walls['wasmImportGate'] = fence.importGate && state.available;
      const tookMs = performance.now() - startedAt;
      if (state.available) onEvent({ type: 'runtime_available', runtime, tookMs });
      else onEvent({ type: 'runtime_refused', runtime, failures });
      tested.get(runtime)?.resolve(undefined);
    }
    if (isolation.selfTest.failures.length === 0) isolation.selfTest.passedAt = Date.now();
  };

  const prepared = prepare()
    .catch((error: unknown) => {
      const message = `the sandbox could not be prepared: ${error instanceof Error ? error.message : String(error)}`;
      isolation.selfTest.failures.push(message);
      for (const state of states.values()) {
        if (state.available) continue;
        state.reason = message;
        if (!isClosing()) onEvent({ type: 'runtime_refused', runtime: state.name, failures: [message] });
      }
    })
    .finally(() => {
      for (const { resolve } of tested.values()) resolve(undefined);
    });

  return Promise.resolve({
    isolation,
    memoryBudgetMb,
    get runtimes() {
      return [...states.values()].map((state) => ({ ...state, warm: pool?.warmCount(state.name) ?? 0 }));
    },
    get pids() {
      return pool?.pids ?? [];
    },
    hostMemoryMb: (runtime, memoryMb) => hostMb(runtime, memoryMb, defaultDiskMb),
    async run(job, options = {}) {
      const { signal } = options;
      await Promise.race([tested.get(job.runtime)?.promise, whenAborted(signal)]);
      if (signal?.aborted) return unrun('cancelled', 'the job was cancelled');
      const state = states.get(job.runtime);
      if (!pool || !state?.available || isClosing()) {
        return unrun(
          'lost',
          `${job.runtime} is not available: ${isClosing() ? 'the sandbox is closed' : (state?.reason ?? '')}`,
        );
      }
      const children = pool;
      // Beside a short job the next child boots after it, beside a long one with it.
      const refill = () => {
        if (job.codeEncoding !== 'wat') void children.refill(job.runtime);
      };
      const timer = setTimeout(refill, refillDelayMs);
      try {
        return await runIn(children, job, options);
      } finally {
        clearTimeout(timer);
        refill();
      }
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      await pool?.[Symbol.asyncDispose]();
      await prepared;
      await pool?.[Symbol.asyncDispose]();
      sealer?.[Symbol.dispose]();
    },
  });
};

const whenAborted = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (!signal) return;
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
  });

export const openSandbox = (options: SandboxOptions = {}): Promise<Sandbox> =>
  openSandboxBehind(options, (fence) => fence);
