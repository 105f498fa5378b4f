import {
  attackJob,
  attacks,
  commonAttacks,
  findDifference,
  nameOf,
  sayHello,
} from '@pairspace/testkit/sandbox-attacks';
import { jobOf } from '@pairspace/testkit/sandbox-jobs';
import { snapshotCache } from '@pairspace/testkit/snapshot-cache';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import v8 from 'node:v8';
import vm from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSandboxBehind } from './open-sandbox.ts';
import type { Runtime } from './sandbox.ts';

const bootsSlowly = 120_000;
let sandbox: Awaited<ReturnType<typeof openSandboxBehind>>;

beforeAll(async () => {
  process.env['PAIRSPACE_CANARY'] = 'the environment of the host';
  sandbox = await openSandboxBehind(
    { cacheFolder: snapshotCache, warm: { python: 0 }, maxOutputFileBytes: 1 << 20 },
    (confinement) => confinement,
  );
  expect(sandbox.pids).toEqual([]);
  expect(sandbox.isolation).toEqual({ walls: {}, selfTest: { passedAt: null, failures: [] } });
  await sandbox.test();
  // A child for the next job boots beside the first.
  await Promise.all([sandbox.run(jobOf('javascript', '')), sandbox.run(jobOf('python', ''))]);
}, bootsSlowly);

afterAll(async () => {
  const { pids } = sandbox;
  await sandbox[Symbol.asyncDispose]();
  Reflect.deleteProperty(process.env, 'PAIRSPACE_CANARY');
  expect(sandbox.pids).toEqual([]);
  expect(pids.filter((pid) => fs.existsSync(`/proc/${String(pid)}`))).toEqual([]);
}, bootsSlowly);

test('the canaries of every runtime pass on this machine', () => {
  expect(sandbox.isolation.selfTest).toEqual({ passedAt: expect.any(Number) as number, failures: [] });
  expect(sandbox.runtimes.map(({ name, available }) => [name, available])).toEqual([
    ['javascript', true],
    ['python', true],
    ['wasm', true],
  ]);
  expect(sandbox.isolation.walls).toMatchObject({ permissionModel: true, network: true, wasmImportGate: true });
});

test.runIf(process.platform === 'linux')('the system ends children before the service when memory runs out', () => {
  // A child may end at any moment.
  const scoreOf = (pid: number): string[] => {
    const file = `/proc/${String(pid)}/oom_score_adj`;
    return fs.existsSync(file) ? [fs.readFileSync(file, 'latin1').trim()] : [];
  };
  const scores = sandbox.pids.flatMap(scoreOf);
  expect(scores.length).toBeGreaterThan(0);
  expect(new Set(scores)).toEqual(new Set(['1000']));
});

describe('a job gets what it was given and brings back what it made', () => {
  test.each<[Runtime, string]>([
    [
      'javascript',
      `import fs from 'node:fs';
       import { twice } from '../lib/twice.js';
       const [, , arg] = process.argv;
       const text = fs.readFileSync('in.txt', 'utf8') + fs.readFileSync(0, 'utf8') + arg + process.env.MODE;
       fs.mkdirSync('out');
       fs.writeFileSync('out/result.txt', twice(text));
       await new Promise((resolve) => setTimeout(resolve, 5));
       console.log('done'); console.error('warned');`,
    ],
    [
      'python',
      `import asyncio, os, sys
text = open('in.txt').read() + sys.stdin.read() + sys.argv[1] + os.environ['MODE']
os.mkdir('out')
open('out/result.txt', 'w').write(text * 2)
async def main():
    await asyncio.sleep(0.005)
    print('done')
asyncio.run(main())
print('warned', file=sys.stderr)`,
    ],
  ])('%s', async (runtime, code) => {
    const outcome = await sandbox.run(
      jobOf(runtime, code, {
        codePath: 'scripts/main',
        args: ['c'],
        env: { MODE: 'd' },
        stdin: 'b',
        files: [
          { path: 'in.txt', content: 'a' },
          { path: 'lib/twice.js', content: 'export const twice = (text) => text + text;' },
        ],
        outputs: ['**'],
      }),
    );
    expect(outcome).toMatchObject({
      failure: null,
      exitCode: 0,
      stdout: 'done\n',
      stderr: 'warned\n',
      outputs: [{ path: 'out/result.txt', content: 'abcdabcd', error: null }],
    });
  });

  test('wasm, as text and in base64', async () => {
    const asText = await sandbox.run(jobOf('wasm', sayHello, { codeEncoding: 'wat' }));
    expect(asText).toMatchObject({ failure: null, stdout: 'hello\n' });
    const empty = Buffer.from([0, 97, 115, 109, 1, 0, 0, 0]).toString('base64');
    const refused = await sandbox.run(jobOf('wasm', empty));
    expect(refused.failure).toEqual({
      reason: 'exit',
      message: 'the module cannot be run: the module has no memory of its own',
    });
  });
});

test.each(
  attacks.filter((attack) => commonAttacks.has(nameOf(attack))).map((attack) => [nameOf(attack), attack] as const),
)(
  '%s ends as it should',
  async (_name, attack) => {
    expect(findDifference(attack, await sandbox.run(attackJob(attack)))).toBeUndefined();
  },
  60_000,
);

test('every common attack is one of the attacks, and the next job works', async () => {
  expect(attacks.map(nameOf)).toEqual(expect.arrayContaining([...commonAttacks]));
  expect((await sandbox.run(jobOf('javascript', 'console.log(6 * 7)'))).stdout).toBe('42\n');
});

test('output is cut at its limit, between characters, and the job goes on', async () => {
  const code = 'for (let i = 0; i < 100; i++) console.log("é".repeat(50)); console.error("end"); process.exitCode = 0';
  const outcome = await sandbox.run(jobOf('javascript', code, { limits: { outputBytes: 1000 } }));
  expect(outcome).toMatchObject({ failure: null, stdoutTruncated: true, stderrTruncated: true, stderr: '' });
  expect(Buffer.byteLength(outcome.stdout)).toBeLessThanOrEqual(1000);
  expect(outcome.stdout).not.toContain('�');
  expect(outcome.usage.outputBytes).toBe(100 * 101 + 4);
});

test('[JOB-29] a job may have as many inputs in folders as its limit, and one more is told before anything runs', async () => {
  const run = (count: number) => {
    const files = Array.from({ length: count }, (_, index) => ({ path: `in/folder-${String(index)}/x`, content: '' }));
    const { limits } = jobOf('javascript', '');
    return sandbox.run(jobOf('javascript', '', { files, limits: { ...limits, maxFiles: 3 } }));
  };
  expect((await run(3)).failure).toBeNull();
  expect((await run(4)).failure).toMatchObject({
    reason: 'disk',
    message: expect.stringContaining('its 4 files') as string,
  });
});

test('files that do not fit are told before anything runs', async () => {
  const run = (files: { path: string; content: string }[]) => sandbox.run(jobOf('javascript', '', { files }));
  expect((await run([{ path: 'a', content: 'x'.repeat(5 << 20) }])).failure?.reason).toBe('disk');
  expect(
    (
      await run([
        { path: 'a', content: '' },
        { path: 'a/b', content: '' },
      ])
    ).failure?.message,
  ).toContain('a folder');
});

test('the files of a job are let go as soon as its child has them', async () => {
  v8.setFlagsFromString('--expose-gc');
  const collectGarbage = vm.runInNewContext('gc') as () => void;
  const heldMb = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers / (1 << 20);
  };
  const before = heldMb();
  const controller = new AbortController();
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const running = sandbox.run(
    jobOf('javascript', 'console.log("started"); await new Promise((resolve) => setTimeout(resolve, 1e6))', {
      files: [{ path: 'large', content: 'x'.repeat(40 << 20) }],
      limits: { diskMb: 64, wallMs: 60_000 },
    }),
    {
      signal: controller.signal,
      sendOutput: () => {
        start();
        return Promise.resolve({ full: false });
      },
    },
  );
  await started;
  await expect.poll(() => heldMb() - before, { timeout: 5000 }).toBeLessThan(10);
  controller.abort();
  expect((await running).failure?.reason).toBe('cancelled');
});

test('of a file that is larger than asked for, the size alone is told', async () => {
  const code = `import fs from 'fs'; fs.writeFileSync('fits', 'x'.repeat(1 << 20)); fs.writeFileSync('large', 'x'.repeat((1 << 20) + 1));`;
  const outcome = await sandbox.run(jobOf('javascript', code, { outputs: ['**'] }));
  expect(outcome.outputs.map(({ path, bytes, error }) => [path, bytes, error])).toEqual([
    ['fits', 1 << 20, null],
    ['large', (1 << 20) + 1, 'larger than 1048576 bytes'],
  ]);
});

test.each<[Runtime, string]>([
  ['javascript', `throw new Error('x'.repeat(70000))`],
  ['javascript', `throw new Error('\\0'.repeat(70000))`],
  ['python', `raise ValueError('x' * 70000)`],
])('a program of %s that ends with a long error ends by itself', async (runtime, code) => {
  const { failure } = await sandbox.run(jobOf(runtime, code));
  expect(failure?.reason).toBe('exit');
  expect(failure?.message.length).toBeLessThanOrEqual(1000);
});

test('files that a Python program has taken away or locked are no files', async () => {
  const run = (code: string) => sandbox.run(jobOf('python', code, { outputs: ['**'] }));
  const locked = `import os
for path in ('a', 'folder/b', 'c'):
    os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    open(path, 'w').write('x')
os.chmod('a', 0)
os.chmod('folder', 0)`;
  expect(await run(locked)).toMatchObject({ failure: null, outputs: [{ path: 'c', content: 'x' }] });
  expect(await run(`import os; os.chdir('/'); os.rmdir('/work')`)).toMatchObject({ failure: null, outputs: [] });
  const replaced = `import os; os.chdir('/'); os.rmdir('/work'); open('/work', 'w').write('x')`;
  expect(await run(replaced)).toMatchObject({ failure: null, outputs: [] });
}, 60_000);

test('Python has no pipes, which no quota would count, and its standard library can do without', async () => {
  const code = `import asyncio, concurrent.futures, errno, multiprocessing, os, selectors, signal, subprocess, tempfile
try:
    held = [os.pipe()]
    while True: os.write(held[-1][1], b'x' * (1 << 20))
except OSError as error:
    print(errno.errorcode[error.errno])
async def child(number):
    await asyncio.sleep(0.001)
    return number
async def main():
    queue = asyncio.Queue()
    await queue.put(await asyncio.wait_for(child(1), 1))
    return await asyncio.gather(child(0), queue.get(), asyncio.create_task(child(2)))
print(asyncio.run(main()))
with tempfile.TemporaryFile() as file:
    file.write(b'temporary')
    file.seek(0)
    print(file.read())
try: subprocess.run(['true'])
except OSError as error: print('no subprocess')`;
  const outcome = await sandbox.run(jobOf('python', code, { limits: { wallMs: 60_000 } }));
  expect(outcome).toMatchObject({ failure: null, stdout: "ENOSYS\n[0, 1, 2]\nb'temporary'\nno subprocess\n" });
}, 70_000);

test('state of one job is not there in the next', async () => {
  const code = 'console.log(globalThis.left ?? "clean"); globalThis.left = "dirt"; Object.prototype.left = "dirt";';
  const outcomes = [await sandbox.run(jobOf('javascript', code)), await sandbox.run(jobOf('javascript', code))];
  expect(outcomes.map(({ stdout }) => stdout)).toEqual(['clean\n', 'clean\n']);
});

test('prototypes bent by a job bend nothing of ours', async () => {
  const code = `import fs from 'fs'; Object.prototype.polluted = 1; Array.prototype.map = Array.prototype.sort = null;
    fs.mkdirSync('__proto__'); fs.writeFileSync('__proto__/constructor', 'x'); JSON.stringify = null;`;
  const outcome = await sandbox.run(
    jobOf('javascript', code, { outputs: ['**'], env: JSON.parse('{"__proto__":"y"}') as never }),
  );
  expect(outcome).toMatchObject({ failure: null, outputs: [{ path: '__proto__/constructor', content: 'x' }] });
});

test('a job is cancelled before it starts, while it boots and while it runs', async () => {
  for (const delayMs of [undefined, 0, 5, 50, 150]) {
    const controller = new AbortController();
    if (delayMs === undefined) controller.abort();
    else
      setTimeout(() => {
        controller.abort();
      }, delayMs);
    const outcome = await sandbox.run(jobOf('javascript', 'for (;;);'), { signal: controller.signal });
    expect(outcome.failure?.reason).toBe('cancelled');
  }
});

test('children that are killed from outside lose their job, and the next works', async () => {
  for (const everyMs of [5, 40, 200]) {
    const timer = setInterval(() => {
      for (const pid of sandbox.pids) killQuietly(pid);
    }, everyMs);
    const outcome = await sandbox.run(jobOf('javascript', 'console.log("started"); for (;;);'));
    clearInterval(timer);
    expect(outcome.failure?.reason).toBe('lost');
  }
  expect((await sandbox.run(jobOf('javascript', 'console.log(1)'))).stdout).toBe('1\n');
}, 60_000);

test('a child that is killed while it waits loses nothing: the job gets another', async () => {
  await expect
    .poll(() => sandbox.runtimes.find(({ name }) => name === 'javascript')?.warm, { timeout: 30_000 })
    .toBe(1);
  for (const pid of sandbox.pids) killQuietly(pid);
  expect(await sandbox.run(jobOf('javascript', 'console.log(1)'))).toMatchObject({ failure: null, stdout: '1\n' });
}, 60_000);

const killQuietly = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The program has ended by itself.
  }
};

test.runIf(process.platform === 'linux')('no zombie is left behind', async () => {
  const zombies = () =>
    execFileSync('ps', ['--ppid', String(process.pid), '-o', 'stat='], { encoding: 'utf8' })
      .split('\n')
      .filter((state) => state.startsWith('Z'));
  await expect.poll(zombies).toEqual([]);
});
