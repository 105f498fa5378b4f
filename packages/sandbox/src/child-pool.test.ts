import { needs } from '@pairspace/testkit/needs';
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { ChildPool } from './child-pool.ts';
import { SandboxChild } from './child-process.ts';
import { MemoryBudget } from './memory-budget.ts';
import { findConfinement } from './probe-walls.ts';
import { readChildPids } from './process-usage.ts';

const withProc = needs('/proc', fs.existsSync('/proc/self'));

/** The launchers and children of this process. */
const children = (): number[] =>
  readChildPids(process.pid).filter((pid) => {
    try {
      return fs.readFileSync(`/proc/${String(pid)}/cmdline`, 'latin1').includes('child/main.js');
    } catch {
      return false;
    }
  });

test('a pool that is closed while a child boots leaves no process', withProc, async () => {
  const confinement = await findConfinement();
  const events: unknown[] = [];
  const pool = new ChildPool({
    confinement,
    budget: new MemoryBudget(1000),
    warm: { javascript: 1, python: 1, wasm: 0 },
    kindOf: (runtime) => ({ runtime }),
    onEvent: (event) => events.push(event),
  });
  const refilled = Promise.all([pool.refill('javascript'), pool.refill('python')]);
  // A process that was just forked still shows the command of its parent.
  await expect.poll(children, { interval: 1 }).toHaveLength(2);
  await pool[Symbol.asyncDispose]();
  expect(children()).toEqual([]);
  await refilled;
  expect([pool.pids, events, pool.warmCount('python')]).toEqual([[], [], 0]);
  confinement.limiter?.[Symbol.dispose]();
});

test('a boot that is given up ends, at whatever moment that is', withProc, async () => {
  const confinement = await findConfinement();
  for (let afterMs = 0; afterMs < 25; afterMs++) {
    const givenUp = new AbortController();
    const booting = SandboxChild.boot({ runtime: 'python' }, confinement, givenUp.signal);
    setTimeout(() => {
      givenUp.abort();
    }, afterMs);
    await expect(booting).rejects.toThrow('ended before it was ready');
  }
  expect(children()).toEqual([]);
  confinement.limiter?.[Symbol.dispose]();
});
