import { needs } from '@pairspace/testkit/needs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { readChildPids } from './process-usage.ts';
import { ProcessLimiter } from './process-limiter.ts';

const openFiles = (pid: number): string | undefined =>
  /Max open files\s+(\d+)/.exec(fs.readFileSync(`/proc/${String(pid)}/limits`, 'latin1'))?.[1];

test(
  'seals what is there, says what is not, and outlives its shell',
  needs('Linux', process.platform === 'linux'),
  async () => {
    using limiter = new ProcessLimiter(null);
    const victims = [spawn('sleep', ['60']), spawn('sleep', ['60'])] as const;
    try {
      const pids = victims.map(({ pid = 0 }) => pid);
      const others = new Set(readChildPids(process.pid));
      const missing = 2 ** 22 + 1;
      const outcomes = await Promise.allSettled([limiter.limit(pids[0] ?? 0), limiter.limit(missing)]);
      expect(outcomes).toMatchObject([
        { status: 'fulfilled' },
        { status: 'rejected', reason: { message: expect.stringMatching(/prlimit: .*No such process/) as string } },
      ]);
      expect(openFiles(pids[0] ?? 0)).toBe('0');

      const [shell = 0] = readChildPids(process.pid).filter((pid) => !others.has(pid));
      process.kill(shell, 'SIGKILL');
      await expect(limiter.limit(pids[1] ?? 0)).rejects.toThrow('the limiter ended: SIGKILL');
      await limiter.limit(pids[1] ?? 0);
      expect(openFiles(pids[1] ?? 0)).toBe('0');
    } finally {
      for (const victim of victims) {
        victim.kill('SIGKILL');
        await once(victim, 'close');
      }
    }
  },
);
