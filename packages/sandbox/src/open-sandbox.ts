import os from 'node:os';
import { createCanaries } from './host-canaries.ts';
import { type ChildKind, idleMb } from './child-kind.ts';
import { ChildPool } from './child-pool.ts';
import type { SandboxChild } from './child-process.ts';
import { engineNames } from './engines.ts';
import type { Confinement } from './confinement.ts';
import { findLayoutError } from './job-frames.ts';
import { MemoryBudget } from './memory-budget.ts';
import { findConfinement, probeWalls } from './probe-walls.ts';
import { prepareSnapshot } from './snapshots.ts';
import { runCanaries } from './run-canaries.ts';
import {
  type Isolation,
  type RunOptions,
  type Runtime,
  runtimes,
  type RuntimeState,
  type Sandbox,
  type SandboxEvent,
  type SandboxFailure,
  type SandboxJob,
  type SandboxOptions,
  type SandboxOutcome,
} from './sandbox.ts';
import { superviseJob } from './supervise-job.ts';

const bytesPerMb = 1024 * 1024;
const defaultDiskMb = 64;
const defaultMaxOutputFileBytes = 8 * bytesPerMb;
/** The slack in the memory limit of a child: the resident size that the host sees includes freed pages and copies. */
const slackMb = 64;
const refillDelayMs = 50;
const firstRetryMs = 10_000;
const longestRetryMs = 600_000;
const maxChildren = 3;
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

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The protections of this machine, and the children behind them. */
interface Ground {
  confinement: Confinement;
  children: ChildPool;
}

class HostSandbox implements Sandbox {
  readonly isolation: Isolation = { walls: {}, selfTest: { passedAt: null, failures: [] } };
  readonly memoryBudgetMb: number;
  readonly #options: SandboxOptions;
  readonly #weaken: (confinement: Confinement) => Confinement;
  readonly #enabled: readonly Runtime[];
  readonly #budget: MemoryBudget;
  readonly #states: Map<Runtime, RuntimeState>;
  /** The tests that have begun, by runtime. */
  readonly #tests = new Map<Runtime, Promise<void>>();
  readonly #snapshotFiles = new Map<Runtime, string>();
  readonly #closing = new AbortController();
  #prepared: Promise<Ground> | undefined;
  #pool: ChildPool | undefined;
  #sealer: Confinement['limiter'] = null;

  constructor(options: SandboxOptions, weaken: (confinement: Confinement) => Confinement) {
    this.#options = options;
    this.#weaken = weaken;
    this.#enabled = runtimes.filter((runtime) => options.runtimes?.includes(runtime) ?? true);
    this.memoryBudgetMb = options.memoryBudgetMb ?? halfOfMachineMb();
    this.#budget = new MemoryBudget(this.memoryBudgetMb);
    this.#states = new Map(
      runtimes.map((name) => {
        const available = this.#enabled.includes(name);
        const reason = available ? null : 'it was not asked for';
        return [name, { name, engine: engineNames[name], available, warm: 0, reason, retryAt: null }];
      }),
    );
  }

  get runtimes(): RuntimeState[] {
    return [...this.#states.values()].map((state) => ({ ...state, warm: this.#pool?.warmCount(state.name) ?? 0 }));
  }

  get pids(): number[] {
    return this.#pool?.pids ?? [];
  }

  hostMemoryMb(runtime: Runtime, memoryMb: number): number {
    return hostMb(runtime, memoryMb, defaultDiskMb);
  }

  async run(job: SandboxJob, options: RunOptions = {}): Promise<SandboxOutcome> {
    const { signal } = options;
    // A runtime that waits for another test takes no job, and no job hastens the test.
    const waits = this.#states.get(job.runtime)?.retryAt !== null;
    if (this.#enabled.includes(job.runtime) && !waits)
      await Promise.race([this.#testOnce(job.runtime), whenAborted(signal)]);
    if (signal?.aborted) return unrun('cancelled', 'the job was cancelled');
    const state = this.#states.get(job.runtime);
    const children = this.#pool;
    if (!children || !state?.available || this.#isClosing) {
      const reason = this.#isClosing ? 'the sandbox is closed' : (state?.reason ?? '');
      return unrun('unavailable', `${job.runtime} is not available: ${reason}`);
    }
    // The child for the next job boots after this job if the job is short, and otherwise beside it.
    const refill = () => {
      if (job.codeEncoding !== 'wat') void children.refill(job.runtime);
    };
    const timer = setTimeout(refill, refillDelayMs);
    try {
      return await this.#runIn(children, job, options);
    } finally {
      clearTimeout(timer);
      refill();
    }
  }

  async test(signal?: AbortSignal): Promise<void> {
    for (const runtime of this.#enabled) {
      if (!signal?.aborted) await Promise.race([this.#testOnce(runtime), whenAborted(signal)]);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#pool?.[Symbol.asyncDispose]();
    await Promise.all(this.#tests.values());
    await this.#pool?.[Symbol.asyncDispose]();
    this.#sealer?.[Symbol.dispose]();
  }

  get #isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  readonly #onEvent = (event: SandboxEvent): void => {
    this.#options.onEvent?.(event);
  };

  readonly #kindOf = (runtime: Runtime): ChildKind => ({
    runtime,
    snapshotFile: this.#snapshotFiles.get(runtime),
    ...(runtime === 'python' ? { wheelsFolder: this.#options.wheelsFolder } : {}),
  });

  async #runIn(children: ChildPool, job: SandboxJob, options: RunOptions): Promise<SandboxOutcome> {
    const problem = findLayoutError(job);
    if (problem !== undefined) return unrun('disk', `the files do not fit into /work: ${problem}`);
    const { signal } = options;
    const neededMb = hostMb(job.runtime, job.limits.memoryMb, job.limits.diskMb);
    let release: (() => void) | undefined;
    let lastChild: SandboxChild | undefined;
    const takeChild = async (): Promise<SandboxChild> => (lastChild = await this.#takeChild(children, job));
    try {
      release = await this.#budget.take(neededMb, signal);
      const outcome = await this.#superviseIn(takeChild, job, { ...options, maxRssMb: neededMb + slackMb });
      const { failure, usage } = outcome;
      this.#onEvent({ type: 'job_ended', runtime: job.runtime, reason: failure?.reason ?? null, ...usage });
      return outcome;
    } catch (error) {
      if (signal?.aborted) return unrun('cancelled', 'the job was cancelled');
      return unrun('lost', `no process for the job: ${messageOf(error)}`);
    } finally {
      // The memory becomes free when the process has ended, which is after the result of the job.
      if (lastChild) void lastChild.closed.then(release);
      else release?.();
      this.#onEvent({ type: 'memory', childrenMb: this.#budget.usedMb, children: children.pids.length });
    }
  }

  #takeChild(children: ChildPool, { runtime, codeEncoding }: SandboxJob): Promise<SandboxChild> {
    const takesWat = runtime === 'wasm' && codeEncoding === 'wat';
    return children.take({ ...this.#kindOf(runtime), takesWat }, !takesWat);
  }

  /** A warm child may have been ended from outside at this moment. The job has not begun and gets another child. */
  async #superviseIn(
    takeChild: () => Promise<SandboxChild>,
    job: SandboxJob,
    { maxRssMb, signal, sendOutput, onProgress }: RunOptions & { maxRssMb: number },
  ): Promise<SandboxOutcome> {
    const maxOutputFileBytes = this.#options.maxOutputFileBytes ?? defaultMaxOutputFileBytes;
    for (let attempt = 1; attempt <= maxChildren; attempt++) {
      const child = await takeChild();
      const limits = { maxRssMb, maxOutputFileBytes, signal, sendOutput, onProgress };
      const outcome = await superviseJob(child, job, limits);
      if (outcome) return outcome;
    }
    return unrun('lost', 'no process lived long enough to take the job');
  }

  /** Tests a runtime before its first job. Never rejects. */
  #testOnce(runtime: Runtime, retryMs = firstRetryMs): Promise<void> {
    const begun = this.#tests.get(runtime);
    if (begun) return begun;
    const test = this.#test(runtime).catch((error: unknown) => {
      this.#testLater(runtime, messageOf(error), retryMs);
    });
    this.#tests.set(runtime, test);
    return test;
  }

  async #prepare(): Promise<Ground> {
    const found = await findConfinement(this.#closing.signal);
    this.#sealer?.[Symbol.dispose]();
    this.#sealer = found.limiter;
    const confinement = this.#weaken(found);
    await using canaries = await createCanaries();
    this.isolation.walls = await probeWalls(confinement, canaries, this.#closing.signal);
    for (const [wall, stands] of Object.entries(this.isolation.walls)) {
      if (!stands) this.#onEvent({ type: 'wall_missing', wall, detail: `${wall} does not stand on this machine` });
    }
    const warm = { javascript: 1, python: 1, wasm: 1, ...this.#options.warm };
    const children = new ChildPool({
      confinement,
      budget: this.#budget,
      warm,
      kindOf: this.#kindOf,
      onEvent: this.#onEvent,
    });
    this.#pool = children;
    return { confinement, children };
  }

  /** Prepares a runtime and runs its canaries. */
  async #test(runtime: Runtime): Promise<void> {
    const startedAt = performance.now();
    const closing = this.#closing.signal;
    const { confinement, children } = await (this.#prepared ??= this.#prepare().catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    }));
    if (closing.aborted) return;
    await using canaries = await createCanaries();
    if (runtime !== 'wasm') {
      const file = await prepareSnapshot(runtime, confinement, { ...this.#options, closing }, this.#onEvent);
      if (file !== undefined) this.#snapshotFiles.set(runtime, file);
    }
    const failures = await runCanaries(runtime, canaries, (job) => this.#runIn(children, job, {}));
    // Closing the sandbox ends the canaries early, which is no failure of the runtime.
    if (this.#isClosing) return;
    if (runtime === 'python') this.isolation.walls['wasmImportGate'] = confinement.importGate && failures.length === 0;
    if (failures.length > 0) {
      this.#refuse(runtime, failures);
      return;
    }
    const state = this.#states.get(runtime);
    if (state) Object.assign(state, { available: true, reason: null, retryAt: null });
    if (this.isolation.selfTest.failures.length === 0) this.isolation.selfTest.passedAt = Date.now();
    this.#onEvent({ type: 'runtime_available', runtime, tookMs: performance.now() - startedAt });
  }

  /** Closes a runtime whose test had no verdict until a later test passes. */
  #testLater(runtime: Runtime, why: string, delayMs: number): void {
    const state = this.#states.get(runtime);
    if (this.#isClosing || !state) return;
    const reason = `it could not be tested: ${why}`;
    const retryAt = Date.now() + delayMs;
    Object.assign(state, { available: false, reason, retryAt });
    const timer = setTimeout(() => {
      this.#tests.delete(runtime);
      void this.#testOnce(runtime, Math.min(2 * delayMs, longestRetryMs));
    }, delayMs).unref();
    this.#closing.signal.addEventListener('abort', () => {
      clearTimeout(timer);
    });
    this.#onEvent({ type: 'runtime_untested', runtime, reason, retryAt });
  }

  #refuse(runtime: Runtime, failures: string[]): void {
    const state = this.#states.get(runtime);
    if (this.#isClosing || !state) return;
    Object.assign(state, { available: false, reason: `a wall did not hold: ${failures[0] ?? ''}`, retryAt: null });
    this.isolation.selfTest.passedAt = null;
    this.isolation.selfTest.failures.push(...failures);
    this.#onEvent({ type: 'runtime_refused', runtime, failures });
  }
}

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

/** Opens a sandbox whose protections `weaken` may reduce, so that tests can prove that the canaries notice. */
export const openSandboxBehind = (
  options: SandboxOptions,
  weaken: (confinement: Confinement) => Confinement,
): Promise<Sandbox & { readonly pids: number[] }> => Promise.resolve(new HostSandbox(options, weaken));

export const openSandbox = (options: SandboxOptions = {}): Promise<Sandbox> =>
  openSandboxBehind(options, (confinement) => confinement);
