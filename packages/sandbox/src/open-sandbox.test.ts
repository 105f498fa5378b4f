import { jobOf } from '@pairspace/testkit/sandbox-jobs';
import { expect, test } from 'vitest';
import { openSandboxBehind } from './open-sandbox.ts';
import type { SandboxEvent } from './sandbox.ts';

const breakPreparation = () => {
  throw new Error('no room for bait');
};

test('a sandbox that cannot be prepared says so of every runtime, and takes no job', async () => {
  const events: SandboxEvent[] = [];
  await using sandbox = await openSandboxBehind({ onEvent: (event) => events.push(event) }, breakPreparation);
  const { failure } = await sandbox.run(jobOf('javascript', ''));
  const message = 'the sandbox could not be prepared: no room for bait';
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
