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
  /** Source text; for wasm, the module in base64 or as WAT. */
  code: string;
  /** For wasm only; base64 by default. */
  codeEncoding?: 'base64' | 'wat' | undefined;
  /** The path of the code relative to /work, for stack traces and relative imports. */
  codePath?: string | undefined;
  args: string[];
  env: Record<string, string>;
  stdin: string;
  /** Files to place in /work. */
  files: { path: string; content: string; encoding?: 'utf-8' | 'base64' | undefined }[];
  /** Globs under /work; matching files are returned. */
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
  /** The runtime takes no jobs now. The job has not begun. */
  | 'unavailable'
  /** The child ended without an answer and not because of the job, or could not start. Another attempt may succeed. */
  | 'lost';

export interface SandboxOutput {
  path: string;
  bytes: number;
  /** The content in its encoding; null, with an `error`, if the file is too large. */
  content: string | null;
  /** `base64` for binary content and for text with NUL; text by default. */
  encoding?: 'utf-8' | 'base64' | undefined;
  error: string | null;
}

export interface SandboxUsage {
  wallMs: number;
  cpuMs: number;
  peakMemoryMb: number;
  /** The size of the job's output before truncation. */
  outputBytes: number;
  /** The machine could not measure the usage. The child's own figure or the wall time stands in. */
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
  /** The protections that work on this machine, as probed before the first test of a runtime; empty until then. */
  walls: Record<string, boolean>;
  /**
   * `passedAt` is the time of the newest passed test of a runtime; null before the first, and after any runtime has
   * failed.
   */
  selfTest: { passedAt: number | null; failures: string[] };
}

export interface RuntimeState {
  name: Runtime;
  engine: string;
  /** An enabled runtime is available until its test, which runs before its first job, does not pass. */
  available: boolean;
  warm: number;
  /** The reason why it is not available. */
  reason: string | null;
  /** When a runtime that could not be tested is tested again; null otherwise. A runtime whose wall did not hold is not. */
  retryAt: number | null;
}

export type SandboxEvent =
  | { type: 'wall_missing'; wall: string; detail: string }
  | { type: 'runtime_available'; runtime: Runtime; tookMs: number }
  | { type: 'runtime_refused'; runtime: Runtime; failures: string[] }
  | { type: 'runtime_untested'; runtime: Runtime; reason: string; retryAt: number }
  | { type: 'child_booted'; runtime: Runtime; bootMs: number }
  | { type: 'boot_failed'; runtime: Runtime; message: string }
  | { type: 'job_ended'; runtime: Runtime; reason: SandboxFailure | null; wallMs: number; cpuMs: number }
  | { type: 'memory'; childrenMb: number; children: number };

export interface SandboxOptions {
  /** The enabled runtimes; only these are tested and run jobs. All by default. */
  runtimes?: readonly Runtime[];
  /** The number of booted children to keep, by runtime; one each by default, after the first job of that runtime. */
  warm?: Partial<Record<Runtime, number>>;
  /**
   * The memory for all children. Further jobs wait, and warm children are ended first. By default half of the machine's
   * memory, or of the limit on this process and its children.
   */
  memoryBudgetMb?: number;
  /** The folder for snapshots of booted engines; without it children boot more slowly. */
  cacheFolder?: string;
  /** Python wheels that every job may import. */
  wheelsFolder?: string;
  /** The size above which an output file is reported without content; 8 MB by default. */
  maxOutputFileBytes?: number;
  onEvent?: (event: SandboxEvent) => void;
}

export type OutputStream = 'stdout' | 'stderr';

/** A part of a job's output; `since` is the number of characters of its stream before it. */
export interface OutputPart {
  stream: OutputStream;
  since: number;
  text: string;
}

/** The progress of a job, as the job reports it. */
export interface JobProgress {
  /** From 0 to 1. */
  fraction: number;
  /** The present step of the job; at most 1,000 characters. */
  message: string | null;
}

export interface RunOptions {
  signal?: AbortSignal;
  /**
   * Receives the first 256 KB of a running job's output, less often than four times a second, with at most one part of
   * each stream at a time. A part has at most 64 KB. Calls stop after an exception or after `full`.
   */
  sendOutput?: ((parts: OutputPart[]) => Promise<{ full: boolean }>) | undefined;
  /** Receives each report of progress of the job, at most 1,000,000 of them. It must be quick, and must not throw. */
  onProgress?: ((progress: JobProgress) => void) | undefined;
}

export interface Sandbox extends AsyncDisposable {
  readonly isolation: Isolation;
  readonly runtimes: RuntimeState[];
  /** The memory that all children together may use. */
  readonly memoryBudgetMb: number;
  /** The greatest memory that a job uses on the host: its limit, the runtime's own memory and the usual disk limit. */
  hostMemoryMb(runtime: Runtime, memoryMb: number): number;
  /** Tests all enabled runtimes, for a caller that must know which are available before a job. */
  test(signal?: AbortSignal): Promise<void>;
  /**
   * Runs one job, after the test of its runtime. Never rejects because of the job. An abort kills the child: outcome
   * `cancelled`.
   */
  run(job: SandboxJob, options?: RunOptions): Promise<SandboxOutcome>;
}
