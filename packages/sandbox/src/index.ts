export { openSandbox } from './open-sandbox.ts';
export {
  type Isolation,
  type JobProgress,
  type OutputPart,
  type Runtime,
  type RunOptions,
  type RuntimeState,
  runtimes,
  type Sandbox,
  type SandboxEvent,
  type SandboxFailure,
  type SandboxJob,
  type SandboxLimits,
  type SandboxOptions,
  type SandboxOutcome,
  type SandboxOutput,
  type SandboxUsage,
} from './sandbox.ts';
