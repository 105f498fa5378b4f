import { snapshotCache } from '@pairspace/testkit/snapshot-cache';
import { jobOf } from '@pairspace/testkit/sandbox-jobs';
import { until } from '@pairspace/testkit/until';
import { expect, test, vi } from 'vitest';
import { openSandbox, openSandboxBehind } from './open-sandbox.ts';
import type { SandboxEvent } from './sandbox.ts';

const breakPreparation = () => {
  throw new Error('no room for canaries');
};

test('[JOB-30] a runtime that could not be tested takes no job, and is tested again until a test has a verdict', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  using real = new DisposableStack();
  real.defer(() => vi.useRealTimers());
  const events: SandboxEvent[] = [];
  let failures = 9;
  await using sandbox = await openSandboxBehind(
    { runtimes: ['wasm'], onEvent: (event) => events.push(event) },
    (confinement) => (failures-- > 0 ? breakPreparation() : confinement),
  );
  const { failure } = await sandbox.run(jobOf('wasm', ''));
  expect(failure).toMatchObject({ reason: 'unavailable' });
  const pauses: number[] = [];
  const hasVerdict = () => sandbox.runtimes.at(-1)?.available === true;
  const untested = () => events.filter((event) => event.type === 'runtime_untested');
  while (!hasVerdict()) {
    await until(() => {
      expect(hasVerdict() || untested().length > pauses.length).toBe(true);
    });
    const last = untested()[pauses.length];
    if (!last) continue;
    expect(sandbox.runtimes.at(-1)).toMatchObject({ available: false, reason: last.reason, retryAt: last.retryAt });
    pauses.push((last.retryAt - Date.now()) / 1000);
    vi.setSystemTime(last.retryAt);
    vi.advanceTimersByTime(600_000);
  }
  expect(pauses.slice(0, 9).map(Math.round)).toEqual([10, 20, 40, 80, 160, 320, 600, 600, 600]);
  expect(events.at(-1)).toMatchObject({ type: 'runtime_available', runtime: 'wasm' });
  expect(sandbox.runtimes.at(-1)).toMatchObject({ available: true, reason: null, retryAt: null });
  expect(sandbox.isolation.selfTest.passedAt).not.toBeNull();
});

test('one that is closed while it is prepared says nothing', async () => {
  const events: SandboxEvent[] = [];
  const sandbox = await openSandboxBehind({ onEvent: (event) => events.push(event) }, breakPreparation);
  const test = sandbox.test();
  await sandbox[Symbol.asyncDispose]();
  await test;
  expect(events).toEqual([]);
});

test('a runtime is tested once, before its first job, and one that was not asked for runs none', async () => {
  const events: SandboxEvent[] = [];
  await using sandbox = await openSandbox({
    runtimes: ['javascript', 'wasm'],
    cacheFolder: snapshotCache,
    onEvent: (event) => events.push(event),
  });
  expect(sandbox.runtimes.map(({ available }) => available)).toEqual([true, false, true]);
  const outcomes = await Promise.all([1, 2].map(() => sandbox.run(jobOf('javascript', 'console.log(1)'))));
  expect(outcomes.map(({ stdout }) => stdout)).toEqual(['1\n', '1\n']);
  expect((await sandbox.run(jobOf('python', ''))).failure).toEqual({
    reason: 'unavailable',
    message: 'python is not available: it was not asked for',
  });
  expect(sandbox.isolation.selfTest).toMatchObject({ passedAt: expect.any(Number) as number, failures: [] });
  const tested = events.flatMap((event) => (event.type === 'runtime_available' ? [event.runtime] : []));
  expect(tested).toEqual(['javascript']);
  expect(new Set(events.flatMap((event) => (event.type === 'child_booted' ? [event.runtime] : [])))).toEqual(
    new Set(['javascript']),
  );
});
