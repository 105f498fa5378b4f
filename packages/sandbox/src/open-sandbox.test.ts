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
  const message = 'the sandbox could not be prepared: no room for canaries';
  expect(failure).toEqual({ reason: 'lost', message: `javascript is not available: ${message}` });
  expect(events).toEqual(
    ['javascript', 'python', 'wasm'].map((runtime) => ({ type: 'runtime_refused', runtime, failures: [message] })),
  );
});

test('one that is closed while it is prepared says nothing', async () => {
  const events: SandboxEvent[] = [];
  const sandbox = await openSandboxBehind({ onEvent: (event) => events.push(event) }, breakPreparation);
  await sandbox[Symbol.asyncDispose]();
  expect(events).toEqual([]);
});

test('runtimes that were not asked for are neither booted nor given jobs', async () => {
  const events: SandboxEvent[] = [];
  await using sandbox = await openSandbox({ runtimes: ['wasm'], onEvent: (event) => events.push(event) });
  const { failure } = await sandbox.run(jobOf('javascript', ''));
  expect(failure).toEqual({ reason: 'lost', message: 'javascript is not available: it was not asked for' });
  expect(sandbox.isolation.selfTest).toMatchObject({ passedAt: expect.any(Number) as number, failures: [] });
  const tested = events.flatMap((event) =>
    event.type === 'child_booted' || event.type === 'runtime_available' ? [event.runtime] : [],
  );
  expect(new Set(tested)).toEqual(new Set(['wasm']));
});
