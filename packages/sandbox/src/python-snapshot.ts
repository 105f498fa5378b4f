import type { Fence } from './fence.ts';
import type { SandboxEvent, SandboxOptions } from './sandbox.ts';

export const preparePythonSnapshot = (
  _fence: Fence,
  _options: SandboxOptions,
  _onEvent: (event: SandboxEvent) => void,
): Promise<string | undefined> => Promise.resolve(undefined);
