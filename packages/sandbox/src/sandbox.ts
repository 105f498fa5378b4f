export const runtimes = ['javascript', 'python', 'wasm'] as const;

export type Runtime = (typeof runtimes)[number];

export interface SandboxLimits {
  wallMs: number;
  cpuMs: number;
  memoryMb: number;
  diskMb: number;
  maxFiles: number;
  outputBytes: number;
}

export interface SandboxJob {
  runtime: Runtime;
  /** Source text; for wasm the module in base64, or WAT. */
  code: string;
  /** For wasm only; base64 when nothing is said. */
  codeEncoding?: 'base64' | 'wat' | undefined;
  /** Where the code came from, relative to /work: for stack traces and relative imports. */
  codePath?: string | undefined;
  args: string[];
  env: Record<string, string>;
  stdin: string;
  /** Placed in /work. */
  files: { path: string; content: string; encoding?: 'utf-8' | 'base64' | undefined }[];
  /** Globs under /work of the files to bring back. */
  outputs: string[];
  limits: SandboxLimits;
}

export type SandboxFailure =
  | 'exit'
  | 'timeout'
  | 'memory'
  | 'output'
  | 'disk'
  | 'sandbox_violation'
  | 'cancelled'
  /** The child ended without an answer for no reason that the job gave, or never came to be: worth another attempt. */
  | 'lost';

export interface SandboxOutput {
  path: string;
  bytes: number;
  /** In its encoding; null, with an `error`, when the file is too large. */
  content: string | null;
  /** What is not text, or holds NUL, is in base64; text when absent. */
  encoding?: 'utf-8' | 'base64' | undefined;
  error: string | null;
}

export interface SandboxUsage {
  wallMs: number;
  cpuMs: number;
  peakMemoryMb: number;
  /** What the job wrote, before truncation. */
  outputBytes: number;
  /** The machine could not tell, and the child's own word or the wall time stands in. */
  estimated: boolean;
}

export interface SandboxOutcome {
  /** Null: the job ended with exit code 0. */
  failure: { reason: SandboxFailure; message: string } | null;
  exitCode: number | null;
  stdout: string;
  stderr: string;
  stdoutTruncated: boolean;
  stderrTruncated: boolean;
  /** Files under /work that match `outputs` and are new or changed. */
  outputs: SandboxOutput[];
  usage: SandboxUsage;
}

export interface Isolation {
  /** Which walls stand on this machine, as probed at start. */
  walls: Record<string, boolean>;
  /** `passedAt` is null until the canaries of every runtime have passed. */
  selfTest: { passedAt: number | null; failures: string[] };
}

export interface RuntimeState {
  name: Runtime;
  engine: string;
  /** Its canaries have run on this machine and none got through. */
  available: boolean;
  warm: number;
  /** Why it is not available. */
  reason: string | null;
}

export type SandboxEvent =
  | { type: 'wall_missing'; wall: string; detail: string }
  | { type: 'runtime_available'; runtime: Runtime; tookMs: number }
  | { type: 'runtime_refused'; runtime: Runtime; failures: string[] }
  | { type: 'child_booted'; runtime: Runtime; bootMs: number }
  | { type: 'boot_failed'; runtime: Runtime; message: string }
  | { type: 'job_ended'; runtime: Runtime; reason: SandboxFailure | null; wallMs: number; cpuMs: number }
  | { type: 'memory'; childrenMb: number; children: number };

export interface SandboxOptions {
  /** The runtimes that jobs may be of: only they are booted and tested. All of them, unless said. */
  runtimes?: readonly Runtime[];
  /** Children that are kept booted, by runtime; one each when nothing is said, from the first job of that runtime on. */
  warm?: Partial<Record<Runtime, number>>;
  /**
   * What all children together may occupy at most; jobs beyond it wait, warm children yield first. Unless said, half of
   * what the machine has, or of what this process and its children are limited to.
   */
  memoryBudgetMb?: number;
  /** Where snapshots of booted engines are kept; without it children boot slower. */
  cacheFolder?: string;
  /** Python wheels that every job may import. */
  wheelsFolder?: string;
  /** Of a larger file that a job brings back only the size is told; 8 MB when nothing is said. */
  maxOutputFileBytes?: number;
  onEvent?: (event: SandboxEvent) => void;
}

export type OutputStream = 'stdout' | 'stderr';

/** A piece of what a job wrote; `since` counts the characters of its stream before it. */
export interface OutputPart {
  stream: OutputStream;
  since: number;
  text: string;
}

/** How far a job is, as it says itself. */
export interface JobProgress {
  /** From 0 to 1. */
  fraction: number;
  /** What it does now; at most 1,000 characters. */
  message: string | null;
}

export interface RunOptions {
  signal?: AbortSignal;
  /**
   * Takes what the job writes while it runs, its first 256 KB, in parts that come less often than four times a second:
   * at most one of each stream at a time. When it throws nothing more is passed on.
   */
  sendOutput?: ((parts: OutputPart[]) => Promise<void>) | undefined;
  /**
   * Takes how far the job says that it is, less often than four times a second, and what it said last before the job's
   * end. When it throws nothing more is passed on.
   */
  sendProgress?: ((progress: JobProgress) => Promise<void>) | undefined;
}

export interface Sandbox extends AsyncDisposable {
  readonly isolation: Isolation;
  readonly runtimes: RuntimeState[];
  /** What all children together may occupy. */
  readonly memoryBudgetMb: number;
  /** Memory that one job of this runtime occupies at most on the host: its limit and the runtime's own. */
  hostMemoryMb(runtime: Runtime, memoryMb: number): number;
  /** Runs one job; never rejects because of what the job did. An abort kills the child: outcome `cancelled`. */
  run(job: SandboxJob, options?: RunOptions): Promise<SandboxOutcome>;
}
