import { snapshotCache } from '@pairspace/testkit/snapshot-cache';
import { jobOf } from '@pairspace/testkit/sandbox-jobs';
import { expect, test } from 'vitest';
import { openSandbox, openSandboxBehind } from './open-sandbox.ts';
import type { SandboxEvent } from './sandbox.ts';

const breakPreparation = () => {
  throw new Error('no room for canaries');
};

test('a sandbox that cannot be prepared says so of every runtime, and takes no job', async () => {
  const events: SandboxEvent[] = [];
  await using sandbox = await openSandboxBehind({ onEvent: (event) => events.push(event) }, breakPreparation);
  const { failure } = await sandbox.run(jobOf('javascript', ''));
  await sandbox.test();
  const message = 'the sandbox could not be prepared: no room for canaries';
  expect(failure).toEqual({ reason: 'lost', message: `javascript is not available: ${message}` });
  expect(events).toEqual(
    ['javascript', 'python', 'wasm'].map((runtime) => ({ type: 'runtime_refused', runtime, failures: [message] })),
  );
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
    reason: 'lost',
    message: 'python is not available: it was not asked for',
  });
  expect(sandbox.isolation.selfTest).toMatchObject({ passedAt: expect.any(Number) as number, failures: [] });
  const tested = events.flatMap((event) => (event.type === 'runtime_available' ? [event.runtime] : []));
  expect(tested).toEqual(['javascript']);
  expect(new Set(events.flatMap((event) => (event.type === 'child_booted' ? [event.runtime] : [])))).toEqual(
    new Set(['javascript']),
  );
});
