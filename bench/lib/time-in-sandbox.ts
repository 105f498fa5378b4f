import { openSandbox, type Runtime } from '@pairspace/sandbox';
import { setTimeout as pause } from 'node:timers/promises';
import { timePythonLoops } from './python-loops.ts';
import { until } from './until.ts';

export const programs = { javascript: 'console.log(6 * 7)', python: 'print(6 * 7)' } as const;
export type Program = keyof typeof programs;

const settleMs = 150;

const limits = { wallMs: 10_000, cpuMs: 10_000, memoryMb: 256, diskMb: 16, maxFiles: 100, outputBytes: 10_000 };
const jobOf = (runtime: Program) => ({
  runtime,
  code: programs[runtime],
  args: [],
  env: {},
  stdin: '',
  files: [],
  outputs: [],
  limits,
});

interface Timing {
  cacheFolder: string;
  /** The number of runs of each program. */
  repeats: number;
  /** The number of runs of Python's loops. */
  rounds: number;
}

/** Times of jobs that find a booted child, and of Python's loops, measured at the sandbox itself. */
export const timeInSandbox = async ({ cacheFolder, repeats, rounds }: Timing) => {
  await using sandbox = await openSandbox({ cacheFolder });
  const isWarm = (runtime: Runtime) => sandbox.runtimes.some(({ name, warm }) => name === runtime && warm > 0);
  const times: Record<Program, number[]> = { javascript: [], python: [] };
  for (const runtime of ['javascript', 'python'] as const) {
    await sandbox.run(jobOf(runtime));
    for (let repeat = 0; repeat < repeats; repeat++) {
      await until(() => isWarm(runtime));
      await pause(settleMs);
      const begin = performance.now();
      const { failure } = await sandbox.run(jobOf(runtime));
      if (failure) throw new Error(failure.message);
      times[runtime].push(performance.now() - begin);
    }
  }
  const python = await timePythonLoops(sandbox, rounds);
  return { times, python };
};
