import type { Runtime, SandboxJob, SandboxLimits } from '@pairspace/sandbox';

export const limits: SandboxLimits = {
  wallMs: 60_000,
  cpuMs: 10_000,
  memoryMb: 128,
  diskMb: 4,
  maxFiles: 50,
  outputBytes: 20_000,
};

export const jobOf = (
  runtime: Runtime,
  code: string,
  { limits: given, ...more }: Omit<Partial<SandboxJob>, 'limits'> & { limits?: Partial<SandboxLimits> } = {},
): SandboxJob => ({
  runtime,
  code,
  args: [],
  env: {},
  stdin: '',
  files: [],
  outputs: [],
  ...more,
  limits: { ...limits, ...given },
});
