import { jobOf } from '@pairspace/testkit/sandbox-jobs';
import { snapshotCache } from '@pairspace/testkit/snapshot-cache';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSandbox } from './open-sandbox.ts';
import type { JobProgress, Runtime, Sandbox } from './sandbox.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await openSandbox({ cacheFolder: snapshotCache });
}, 120_000);

afterAll(() => sandbox[Symbol.asyncDispose]());

const run = async (runtime: Runtime, code: string, files: { path: string; content: string }[] = []) => {
  const said: JobProgress[] = [];
  const outcome = await sandbox.run(jobOf(runtime, code, { files }), {
    onProgress: (progress) => {
      said.push(progress);
    },
  });
  return { ...outcome, said };
};

const says: [Runtime, string][] = [
  [
    'javascript',
    `pairspace.progress(0.25, 'reading');
    await new Promise((resolve) => setTimeout(resolve, 700));
    for (let step = 0; step <= 50_000; step++) pairspace.progress(step / 50_000, 'step ' + step);`,
  ],
  [
    'python',
    `import pairspace, time
pairspace.progress(0.25, 'reading')
time.sleep(0.7)
for step in range(50_001): pairspace.progress(step / 50_000, f'step {step}')`,
  ],
];

test.each(says)(
  '[LIVE-5] a program in %s says how far it is while it runs, and what it says last is kept',
  async (runtime, code) => {
    const { failure, stderr, said } = await run(runtime, code);
    expect([failure, stderr]).toEqual([null, '']);
    expect(said[0]).toEqual({ fraction: 0.25, message: 'reading' });
    expect(said.at(-1)).toEqual({ fraction: 1, message: 'step 50000' });
    // The child leaves out most of 50,000 reports.
    expect(said.length).toBeLessThan(20_000);
  },
  60_000,
);

const verbose: [Runtime, string][] = [
  ['javascript', "pairspace.progress(1, '😀'.repeat(1001))"],
  ['python', "import pairspace\npairspace.progress(1, '😀' * 1001)"],
];

test.each(verbose)(
  '[LIVE-5] of a longer message of a program in %s the first 1,000 characters count, whatever their units',
  async (runtime, code) => {
    expect((await run(runtime, code)).said).toEqual([{ fraction: 1, message: '😀'.repeat(1000) }]);
  },
  60_000,
);

const mistakes: [Runtime, string][] = [
  [
    'javascript',
    `for (const wrong of [NaN, 2, -1, '0.5', null, undefined]) {
      try { pairspace.progress(wrong); console.log('taken'); } catch (error) { console.log(error.name); }
    }`,
  ],
  [
    'python',
    `import pairspace
for wrong in (float('nan'), 2, -1, '0.5', None, []):
    try:
        pairspace.progress(wrong)
        print('taken')
    except (ValueError, TypeError):
        print('RangeError')
try:
    with open('/dev/progress', 'w') as device: device.write('{"fraction": 7}')
except OSError: pass`,
  ],
];

test.each(mistakes)(
  '[LIVE-5] what is no part of the whole is an error in the program in %s, and nothing is passed on',
  async (runtime, code) => {
    const { failure, stdout, said } = await run(runtime, code);
    expect(failure).toBeNull();
    expect(stdout).toBe('RangeError\n'.repeat(6));
    expect(said).toEqual([]);
  },
  60_000,
);

test('[LIVE-2] a job ends also while its output is being sent', async () => {
  const { promise: sent, resolve } = Promise.withResolvers<undefined>();
  const code = "console.log('x'); await new Promise((resolve) => setTimeout(resolve, 200));";
  const { failure, stdout } = await sandbox.run(jobOf('javascript', code), {
    sendOutput: () => {
      resolve(undefined);
      return new Promise(() => undefined);
    },
  });
  await sent;
  expect([failure, stdout]).toEqual([null, 'x\n']);
}, 60_000);

test('a file of the job named pairspace.py is the one that it imports', async () => {
  const files = [{ path: 'pairspace.py', content: 'mine = True' }];
  const { stdout, stderr } = await run('python', 'import pairspace\nprint(pairspace.mine)', files);
  expect([stdout, stderr]).toEqual(['True\n', '']);
}, 60_000);
