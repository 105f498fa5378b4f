import type { Pool, SandboxType } from '@pairspace/protocol';

/** `workers`: jobs for the sandbox wait until a worker of the operator's takes them. */
export type ComputeMode = 'on' | 'workers' | 'off';

/** The place where this service runs jobs, as far as operations need it. */
export interface ComputeBackend {
  mode: ComputeMode;
  runtimes: () => Pool['runtimes'];
  isolation: () => Pool['isolation'];
  /** Why jobs of this type are not run here, where that is certain; null also while its self-test is on its way. */
  whyRefused: (type: SandboxType) => string | null;
  /** Whether a job of this type and limit could ever be admitted here. */
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
