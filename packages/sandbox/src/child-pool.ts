import { type ChildKind, idleMb } from './child-kind.ts';
import { SandboxChild } from './child-process.ts';
import type { Confinement } from './confinement.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { type Runtime, runtimes, type SandboxEvent } from './sandbox.ts';

interface IdleChild {
  child: SandboxChild;
  release: () => void;
}

export interface PoolOptions {
  confinement: Confinement;
  budget: MemoryBudget;
  warm: Readonly<Record<Runtime, number>>;
  kindOf: (runtime: Runtime) => ChildKind;
  onEvent: (event: SandboxEvent) => void;
}

const bootAttempts = 2;

/** Hands out booted children, each for one job, and keeps some booted for the next jobs. */
export class ChildPool implements AsyncDisposable {
  readonly #options: PoolOptions;
  readonly #idle = new Map<Runtime, IdleChild[]>(runtimes.map((runtime) => [runtime, []]));
  readonly #all = new Set<SandboxChild>();
  readonly #booting = new Map<Runtime, number>();
  /** Boots that are under way; each settles soon after the closing began. */
  readonly #boots = new Set<Promise<SandboxChild>>();
  readonly #closing = new AbortController();

  constructor(options: PoolOptions) {
    this.#options = options;
    options.budget.onPressure = () => {
      for (const idle of this.#idle.values()) for (const { child } of idle) child.kill();
    };
  }

  warmCount(runtime: Runtime): number {
    return this.#idle.get(runtime)?.length ?? 0;
  }

  /** The pids of all children. */
  get pids(): number[] {
    return [...this.#all].flatMap(({ pid }) => pid ?? []);
  }

  async take(kind: ChildKind, isPlain: boolean): Promise<SandboxChild> {
    if (isPlain && kind.runtime !== 'probe') {
      const idle = this.#idle.get(kind.runtime)?.shift();
      if (idle) {
        idle.release();
        return idle.child;
      }
    }
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#boot(kind);
      } catch (error) {
        if (attempt === bootAttempts || this.#isClosed()) throw error;
      }
    }
  }

  /** Boots missing children of this runtime while memory is spare. */
  async refill(runtime: Runtime): Promise<void> {
    const idle = this.#idle.get(runtime) ?? [];
    const { budget, warm, kindOf } = this.#options;
    const booting = this.#booting.get(runtime) ?? 0;
    if (this.#isClosed() || idle.length + booting >= warm[runtime]) return;
    const release = budget.takeSpare(idleMb(runtime));
    if (!release) return;
    this.#booting.set(runtime, booting + 1);
    try {
      const child = await this.#boot(kindOf(runtime));
      const entry = { child, release };
      idle.push(entry);
      void child.closed.then(() => {
        release();
        const index = idle.indexOf(entry);
        if (index >= 0) idle.splice(index, 1);
      });
    } catch {
      // The failure was reported as an event. The next job boots its own child and fails with the reason.
      release();
    } finally {
      this.#booting.set(runtime, (this.#booting.get(runtime) ?? 1) - 1);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#boots);
    await Promise.all([...this.#all].map((child) => child[Symbol.asyncDispose]()));
  }

  #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  async #boot(kind: ChildKind): Promise<SandboxChild> {
    const { confinement, onEvent } = this.#options;
    if (this.#isClosed()) throw new Error('the sandbox is closed');
    const booting = SandboxChild.boot(kind, confinement, this.#closing.signal);
    this.#boots.add(booting);
    try {
      const child = await booting;
      this.#all.add(child);
      void child.closed.then(() => this.#all.delete(child));
      if (kind.runtime !== 'probe') onEvent({ type: 'child_booted', runtime: kind.runtime, bootMs: child.bootMs });
      return child;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (kind.runtime !== 'probe' && !this.#isClosed()) {
        onEvent({ type: 'boot_failed', runtime: kind.runtime, message });
      }
      throw error;
    } finally {
      this.#boots.delete(booting);
    }
  }
}
