import type { Pool, SandboxType } from '@pairspace/protocol';
import type { Runtime, Sandbox } from '@pairspace/sandbox';
import { isoTimeOrNull } from '../lib/clock.ts';

/** `workers`: jobs for the sandbox wait until a worker of the operator takes them. */
export type ComputeMode = 'on' | 'workers' | 'off';

/** The place where this service runs jobs, as far as operations need it. */
export interface ComputeBackend {
  mode: ComputeMode;
  runtimes: () => Pool['runtimes'];
  isolation: () => Pool['isolation'];
  /** Why jobs of this type do not run here; null if they do, and also before the self-test of the runtime. */
  whyRefused: (type: SandboxType) => string | null;
  /** Whether a job of this type and memory limit could ever run here. */
  hasRoomFor: (type: SandboxType, memoryMb: number) => boolean;
}

/** A service that runs nothing itself. */
export const noLocalBackend = (mode: 'workers' | 'off'): ComputeBackend => ({
  mode,
  runtimes: () => [],
  isolation: () => null,
  whyRefused: () => null,
  hasRoomFor: () => true,
});

/** The sandbox of this machine, with the runtimes that failed their self-test. */
export const sandboxBackend = (
  sandbox: Pick<Sandbox, 'isolation' | 'runtimes' | 'memoryBudgetMb' | 'hostMemoryMb'>,
  refused: ReadonlySet<Runtime>,
): ComputeBackend => ({
  mode: 'on',
  runtimes: () => sandbox.runtimes.map(({ name, engine, available, reason }) => ({ name, engine, available, reason })),
  isolation: () => {
    const { walls, selfTest } = sandbox.isolation;
    const { passedAt, failures } = selfTest;
    if (passedAt === null && failures.length === 0) return null;
    return {
      walls: { ...walls },
      selfTest: { passedAt: isoTimeOrNull(passedAt), failures: [...failures] },
    };
  },
  whyRefused: (type) =>
    refused.has(type) ? (sandbox.runtimes.find(({ name }) => name === type)?.reason ?? 'it is switched off') : null,
  hasRoomFor: (type, wantedMb) => sandbox.hostMemoryMb(type, wantedMb) <= sandbox.memoryBudgetMb,
});
