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

/**
 * The attempts that succeeded, as sentences; none if the runtime isolates its jobs. Throws if a canary did not run to its
 * end, which proves nothing about the walls.
 */
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
  const path = process.env['PATH'];
  expect(!path || !reach.stdout.includes(path), "the host's environment was read");

  if (failures.length > 0) return failures;
  const isDone = reach.failure === null || reach.failure.reason === 'sandbox_violation';
  if (!isDone || (runtime !== 'wasm' && !reach.stdout.includes('ENVIRONMENT'))) {
    throw new Error(`the canary failed: ${told(reach)}`);
  }

  /** Whether the wall ended the program. A program that ended for another reason has not met the wall. */
  const wasEnded = (outcome: SandboxOutcome, reason: 'memory' | 'timeout'): boolean => {
    if (outcome.failure && outcome.failure.reason !== reason) throw new Error(`the canary failed: ${told(outcome)}`);
    return outcome.failure !== null;
  };
  const memory = await run(canaryJob(runtime, memoryPrograms[runtime], canaries));
  expect(wasEnded(memory, 'memory'), 'memory beyond the limit did not end the job');

  const endless = canaryJob(runtime, endlessPrograms[runtime], canaries);
  const endlessOutcome = await run({ ...endless, limits: { ...endless.limits, wallMs: 200 } });
  expect(wasEnded(endlessOutcome, 'timeout'), 'an endless loop was not ended');
  return failures;
};
