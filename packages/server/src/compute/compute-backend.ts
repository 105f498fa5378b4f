import type { Sandbox } from '@pairspace/sandbox';

/** The place where this service runs jobs for the sandbox, as far as operations need it. */
export interface ComputeBackend {
  /** `workers`: these jobs wait until a worker of the operator takes them. */
  mode: 'on' | 'workers' | 'off';
  /** The sandbox of this machine, where the mode is `on`. */
  sandbox?: Pick<Sandbox, 'isolation' | 'runtimes' | 'memoryBudgetMb' | 'hostMemoryMb'> | undefined;
}

/** Why jobs of this type do not run here now, and whether they never will; undefined if they run. */
export const whyClosed = (
  { sandbox }: ComputeBackend,
  type: string,
): { reason: string; isFinal: boolean } | undefined => {
  const state = sandbox?.runtimes.find(({ name }) => name === type);
  if (!state || state.available) return undefined;
  return { reason: state.reason ?? 'it is switched off', isFinal: state.retryAt === null };
};
