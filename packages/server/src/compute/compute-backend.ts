import type { Pool, SandboxType } from '@pairspace/protocol';
import type { Sandbox } from '@pairspace/sandbox';
import { isoTimeOrNull } from '../lib/clock.ts';

/** `workers`: jobs for the sandbox wait until a worker of the operator takes them. */
export type ComputeMode = 'on' | 'workers' | 'off';

/** The place where this service runs jobs, as far as operations need it. */
export interface ComputeBackend {
  mode: ComputeMode;
  runtimes: () => Pool['runtimes'];
  isolation: () => Pool['isolation'];
  /** Why jobs of this type do not run here now, and whether they never will; undefined if they run. */
  closedFor: (type: string) => { reason: string; isFinal: boolean } | undefined;
  /** Whether a job of this type and memory limit could ever run here. */
  hasRoomFor: (type: SandboxType, memoryMb: number) => boolean;
}

/** A service that runs nothing itself. */
export const noLocalBackend = (mode: 'workers' | 'off'): ComputeBackend => ({
  mode,
  runtimes: () => [],
  isolation: () => null,
  closedFor: () => undefined,
  hasRoomFor: () => true,
});

/** The sandbox of this machine. */
export const sandboxBackend = (
  sandbox: Pick<Sandbox, 'isolation' | 'runtimes' | 'memoryBudgetMb' | 'hostMemoryMb'>,
): ComputeBackend => ({
  mode: 'on',
  runtimes: () =>
    sandbox.runtimes.map(({ name, engine, available, reason, retryAt }) => ({
      name,
      engine,
      available,
      reason,
      retryAt: isoTimeOrNull(retryAt),
    })),
  isolation: () => {
    const { walls, selfTest } = sandbox.isolation;
    const { passedAt, failures } = selfTest;
    if (passedAt === null && failures.length === 0) return null;
    return {
      walls: { ...walls },
      selfTest: { passedAt: isoTimeOrNull(passedAt), failures: [...failures] },
    };
  },
  closedFor: (type) => {
    const state = sandbox.runtimes.find(({ name }) => name === type);
    if (!state || state.available) return undefined;
    return { reason: state.reason ?? 'it is switched off', isFinal: state.retryAt === null };
  },
  hasRoomFor: (type, wantedMb) => sandbox.hostMemoryMb(type, wantedMb) <= sandbox.memoryBudgetMb,
});
