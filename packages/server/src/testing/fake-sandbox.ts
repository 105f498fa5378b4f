import type { Isolation, Sandbox, SandboxJob, SandboxOptions, SandboxOutcome } from '@pairspace/sandbox';

type RunOptions = NonNullable<Parameters<Sandbox['run']>[1]>;

/** A child that runs until the test ends it or it is aborted. */
export interface FakeChild {
  job: SandboxJob;
  /** Set by an abort. */
  aborted: boolean;
  /** Sends output of the job to the service. */
  sendOutput: NonNullable<RunOptions['sendOutput']>;
  end: (outcome?: Partial<SandboxOutcome>) => void;
}

const success: SandboxOutcome = {
  failure: null,
  exitCode: 0,
  stdout: '',
  stderr: '',
  stdoutTruncated: false,
  stderrTruncated: false,
  outputs: [],
  usage: { wallMs: 10, cpuMs: 10, peakMemoryMb: 1, outputBytes: 0, estimated: false },
};

/** A sandbox for tests of its callers. It runs no code: `behave` decides about the outcome. */
export class FakeSandbox implements Sandbox {
  readonly isolation: Isolation = { walls: { fake: true }, selfTest: { passedAt: 0, failures: [] } };
  readonly runtimes: Sandbox['runtimes'] = (['javascript', 'python', 'wasm'] as const).map((name) => ({
    name,
    engine: 'fake',
    available: true,
    warm: 0,
    reason: null,
    retryAt: null,
  }));
  memoryBudgetMb = 1000;
  readonly children: FakeChild[] = [];
  /** The event listener of the service. */
  onEvent: SandboxOptions['onEvent'];
  /** The immediate outcome of a job; without it the test ends each child. */
  behave: ((job: SandboxJob) => Partial<SandboxOutcome>) | undefined;

  /** A replacement for `openSandbox`. */
  open({ onEvent, memoryBudgetMb }: SandboxOptions = {}): Promise<this> {
    this.onEvent = onEvent;
    this.memoryBudgetMb = memoryBudgetMb ?? this.memoryBudgetMb;
    return Promise.resolve(this);
  }

  hostMemoryMb(_runtime: string, memoryMb: number): number {
    return memoryMb + 100;
  }

  test(): Promise<void> {
    return Promise.resolve();
  }

  run(job: SandboxJob, { signal, sendOutput }: RunOptions = {}): Promise<SandboxOutcome> {
    if (this.behave) return Promise.resolve({ ...success, ...this.behave(job) });
    const { promise, resolve } = Promise.withResolvers<SandboxOutcome>();
    let hasEnded = false;
    const child: FakeChild = {
      job,
      aborted: false,
      sendOutput: (parts) => sendOutput?.(parts) ?? Promise.resolve({ full: false }),
      end: (outcome = {}) => {
        hasEnded = true;
        resolve({ ...success, ...outcome });
      },
    };
    signal?.addEventListener('abort', () => {
      if (hasEnded) return;
      child.aborted = true;
      child.end({ failure: { reason: 'cancelled', message: 'cancelled' }, exitCode: null });
    });
    this.children.push(child);
    return promise;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }
}
