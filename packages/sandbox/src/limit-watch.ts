import type { SandboxChild } from './child-process.ts';
import type { ProcessUsage } from './process-usage.ts';
import type { SandboxFailure, SandboxJob } from './sandbox.ts';

const pollMs = 100;

/** Enforces the wall time, the CPU time and the process memory of a running job; `fail` ends the job. */
export class LimitWatch implements Disposable {
  /** The latest usage of the process. */
  usage: ProcessUsage | undefined;
  readonly #child: SandboxChild;
  readonly #cpuMs: number;
  readonly #maxRssMb: number;
  readonly #fail: (reason: SandboxFailure, message: string) => void;
  readonly #wallTimer: NodeJS.Timeout;
  readonly #pollTimer: NodeJS.Timeout;

  constructor(
    child: SandboxChild,
    { cpuMs, wallMs, maxRssMb }: Pick<SandboxJob['limits'], 'cpuMs' | 'wallMs'> & { maxRssMb: number },
    fail: (reason: SandboxFailure, message: string) => void,
  ) {
    this.#child = child;
    this.#cpuMs = cpuMs;
    this.#maxRssMb = maxRssMb;
    this.#fail = fail;
    this.#wallTimer = setTimeout(() => {
      fail('timeout', `wall time: ran longer than ${String(wallMs)} ms`);
    }, wallMs);
    this.#pollTimer = setInterval(() => {
      this.#compare();
    }, pollMs);
  }

  look(): void {
    this.usage = this.#child.usage() ?? this.usage;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#wallTimer);
    clearInterval(this.#pollTimer);
  }

  #compare(): void {
    this.look();
    if (!this.usage) return;
    if (this.usage.cpuMs - (this.#child.usageAtBoot?.cpuMs ?? 0) > this.#cpuMs) {
      this.#fail('timeout', `CPU time: used more than ${String(this.#cpuMs)} ms`);
    } else if (this.usage.rssMb > this.#maxRssMb) {
      this.#fail('memory', `out of memory: the process grew beyond ${String(Math.round(this.#maxRssMb))} MB`);
    }
  }
}
