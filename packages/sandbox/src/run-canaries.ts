import type { Canaries } from './host-canaries.ts';
import { endlessPrograms, memoryPrograms, reachingPrograms } from './canary-programs.ts';
import { wasmReachingProgram } from './canary-wat.ts';
import type { Runtime, SandboxJob, SandboxOutcome } from './sandbox.ts';

const memoryMb = 64;
/** Python itself needs more than half of the usual limit. */
const pythonMemoryMb = 128;

const canaryJob = (runtime: Runtime, code: string, canaries: Canaries): SandboxJob => ({
  runtime,
  code,
  ...(runtime === 'wasm' ? { codeEncoding: 'wat' as const } : {}),
  args: [canaries.hostFile, String(canaries.port), canaries.writeTarget],
  env: {},
  stdin: '',
  files: [],
  outputs: [],
  limits: {
    wallMs: 20_000,
    cpuMs: 20_000,
    memoryMb: runtime === 'python' ? pythonMemoryMb : memoryMb,
    diskMb: 4,
    maxFiles: 100,
    outputBytes: 65_536,
  },
});

/** The attempts that succeeded, as sentences; none if the runtime isolates its jobs. */
export const runCanaries = async (
  runtime: Runtime,
  canaries: Canaries,
  run: (job: SandboxJob) => Promise<SandboxOutcome>,
): Promise<string[]> => {
  const failures: string[] = [];
  const expect = (holds: boolean, failure: string) => {
    if (!holds) failures.push(`${runtime}: ${failure}`);
  };
  const told = ({ failure, stderr }: SandboxOutcome) => `${failure?.message ?? 'exit 0'} ${stderr.slice(-300)}`.trim();

  const reaching = runtime === 'wasm' ? wasmReachingProgram(canaries.hostFile) : reachingPrograms[runtime];
  const reach = await run(canaryJob(runtime, reaching, canaries));
  const reached = reach.stdout.split('\n').filter((line) => line.includes('REACHED'));
  expect(reached.length === 0, `the host was reached: ${reached.join('; ').slice(0, 300)}`);
  expect(!reach.stdout.includes(canaries.secret), 'a file of the host was read');
  expect(canaries.connections() === 0, 'a listener on loopback was reached');
  expect(!(await canaries.wasWritten()), 'a file of the host was written');
  // A canary that did not run proves nothing.
  const isDone = reach.failure === null || reach.failure.reason === 'sandbox_violation';
  expect(isDone && (runtime === 'wasm' || reach.stdout.includes('ENVIRONMENT')), `the canary failed: ${told(reach)}`);
  const path = process.env['PATH'];
  expect(!path || !reach.stdout.includes(path), "the host's environment was read");

  if (failures.length > 0) return failures;

  const memory = await run(canaryJob(runtime, memoryPrograms[runtime], canaries));
  expect(memory.failure?.reason === 'memory', `memory beyond the limit did not end the job: ${told(memory)}`);

  const endless = canaryJob(runtime, endlessPrograms[runtime], canaries);
  const endlessOutcome = await run({ ...endless, limits: { ...endless.limits, wallMs: 200 } });
  expect(endlessOutcome.failure?.reason === 'timeout', `an endless loop was not ended: ${told(endlessOutcome)}`);
  return failures;
};
