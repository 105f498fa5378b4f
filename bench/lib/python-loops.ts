import type { Sandbox } from '@pairspace/sandbox';
import { execFileSync } from 'node:child_process';
import { median } from './statistics.ts';

/** The machine's own interpreter. */
const python = '/usr/bin/python3';

/** What programs spend their time on: calls, arithmetic, a table, a sort. */
const loops = {
  calls: `def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
def loop():
    return fib(27)`,
  arithmetic: `def loop():
    s = 0
    for i in range(5_000_000):
        s = (s + i * 7) % 1_000_003
    return s`,
  map: `def loop():
    d = {}
    for i in range(500_000):
        k = 'k%d' % (i % 5000)
        d[k] = d.get(k, 0) + i
    return sum(d.values())`,
  sort: `import random
def loop():
    r = random.Random(1)
    return sorted(r.random() for _ in range(300_000))[0]`,
};

const timed = (loop: string): string => `${loop}
import time
begin = time.process_time()
loop()
print((time.process_time() - begin) * 1000)`;

interface LoopTimes {
  name: string;
  /** Processor time in all threads of the child, compiling included. */
  sandboxMs: number;
  nativeMs: number;
}

/** Each loop by turns as a job of its own and on the machine's own interpreter; medians. */
export const timePythonLoops = async (sandbox: Pick<Sandbox, 'run'>, rounds: number): Promise<LoopTimes[]> => {
  const times: LoopTimes[] = [];
  for (const [name, loop] of Object.entries(loops)) {
    const inSandbox: number[] = [];
    const native: number[] = [];
    for (let round = 0; round < rounds; round++) {
      native.push(Number(execFileSync(python, ['-c', timed(loop)], { encoding: 'utf8' })));
      const { failure, usage } = await sandbox.run({
        runtime: 'python',
        code: `${loop}\nloop()`,
        args: [],
        env: {},
        stdin: '',
        files: [],
        outputs: [],
        limits: { wallMs: 60_000, cpuMs: 60_000, memoryMb: 256, diskMb: 4, maxFiles: 10, outputBytes: 10_000 },
      });
      if (failure) throw new Error(`${name}: ${failure.message}`);
      inSandbox.push(usage.cpuMs);
    }
    times.push({ name, sandboxMs: median(inSandbox), nativeMs: median(native) });
  }
  return times;
};
