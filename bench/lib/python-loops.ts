import type { Sandbox } from '@pairspace/sandbox';
import { execFileSync } from 'node:child_process';

/** The system's Python interpreter. */
const python = '/usr/bin/python3';

/** A program with typical work: calls, arithmetic, a table, a sort. */
const program = `
import json, random, time
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
def calls():
    return fib(27)
def arithmetic():
    s = 0
    for i in range(5_000_000):
        s = (s + i * 7) % 1_000_003
    return s
def table():
    d = {}
    for i in range(500_000):
        k = 'k%d' % (i % 5000)
        d[k] = d.get(k, 0) + i
    return sum(d.values())
def sort():
    r = random.Random(1)
    return sorted(r.random() for _ in range(300_000))[0]
times = {}
for loop in (calls, arithmetic, table, sort):
    begin = time.perf_counter()
    loop()
    times[loop.__name__] = (time.perf_counter() - begin) * 1000
print(json.dumps(times))`;

interface LoopTimes {
  name: string;
  sandboxMs: number;
  nativeMs: number;
}

export interface PythonLoops {
  loops: LoopTimes[];
  /** Processor time of the whole job, over all threads of its child, with the compilation of the engine. */
  jobCpuMs: number;
  nativeMs: number;
}

/**
 * Runs the four loops in one program, alternately as a job and on the system's interpreter. Keeps the shortest time of
 * each loop, because other load on the machine disturbs it least.
 */
export const timePythonLoops = async (sandbox: Pick<Sandbox, 'run'>, rounds: number): Promise<PythonLoops> => {
  const native: Record<string, number>[] = [];
  const inSandbox: Record<string, number>[] = [];
  const cpuMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    native.push(timesOf(execFileSync(python, ['-c', program], { encoding: 'utf8' })));
    const { failure, stdout, usage } = await sandbox.run({
      runtime: 'python',
      code: program,
      args: [],
      env: {},
      stdin: '',
      files: [],
      outputs: [],
      limits: { wallMs: 60_000, cpuMs: 60_000, memoryMb: 256, diskMb: 4, maxFiles: 10, outputBytes: 10_000 },
    });
    if (failure) throw new Error(failure.message);
    inSandbox.push(timesOf(stdout));
    cpuMs.push(usage.cpuMs);
  }
  const shortest = (times: readonly Record<string, number>[], name: string) =>
    Math.min(...times.map((of) => of[name] ?? NaN));
  const loops = Object.keys(native[0] ?? {}).map((name) => ({
    name,
    sandboxMs: shortest(inSandbox, name),
    nativeMs: shortest(native, name),
  }));
  return {
    loops,
    jobCpuMs: Math.min(...cpuMs),
    nativeMs: loops.reduce((sum, { nativeMs }) => sum + nativeMs, 0),
  };
};

const timesOf = (text: string): Record<string, number> => JSON.parse(text) as Record<string, number>;
