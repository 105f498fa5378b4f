import { attackJob, attacks, findDifference, nameOf } from '@pairspace/testkit/sandbox-attacks';
import { jobOf } from '@pairspace/testkit/sandbox-jobs';
import { needs } from '@pairspace/testkit/needs';
import { snapshotCache } from '@pairspace/testkit/snapshot-cache';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import v8 from 'node:v8';
import vm from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSandboxBehind } from './open-sandbox.ts';
import type { JobProgress, Runtime } from './sandbox.ts';
import { compiledModule, moduleSuffix, wheelOf } from './testing/wheels.ts';

const onLinux = needs('Linux', process.platform === 'linux');
let sandbox: Awaited<ReturnType<typeof openSandboxBehind>>;
let wheelsFolder: string;

beforeAll(async () => {
  wheelsFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'pairspace-wheels-'));
  const wheels = {
    'greeting-1.0-py3-none-any.whl': await wheelOf('greeting', {
      'greeting/__init__.py': 'from .words import hello',
      'greeting/words.py': 'hello = "hello"',
    }),
    'tiny-1.0-cp314-cp314-wasm32.whl': await wheelOf('tiny', { [`tiny${moduleSuffix}`]: await compiledModule('tiny') }),
  };
  for (const [name, content] of Object.entries(wheels)) fs.writeFileSync(path.join(wheelsFolder, name), content);
  process.env['PAIRSPACE_CANARY'] = 'the environment of the host';
  sandbox = await openSandboxBehind(
    { cacheFolder: snapshotCache, wheelsFolder, warm: { python: 0, wasm: 0 }, maxOutputFileBytes: 1 << 20 },
    (confinement) => confinement,
  );
  expect(sandbox.pids).toEqual([]);
  expect(sandbox.isolation).toEqual({ walls: {}, selfTest: { passedAt: null, failures: [] } });
  await sandbox.test();
  // A child for the next job boots after this one.
  await sandbox.run(jobOf('javascript', ''));
});

afterAll(async () => {
  const { pids } = sandbox;
  await sandbox[Symbol.asyncDispose]();
  Reflect.deleteProperty(process.env, 'PAIRSPACE_CANARY');
  fs.rmSync(wheelsFolder, { recursive: true });
  expect(sandbox.pids).toEqual([]);
  expect(pids.filter((pid) => fs.existsSync(`/proc/${String(pid)}`))).toEqual([]);
});

test('the canaries of every runtime pass on this machine', () => {
  expect(sandbox.isolation.selfTest).toEqual({ passedAt: expect.any(Number) as number, failures: [] });
  expect(sandbox.runtimes.map(({ name, available }) => [name, available])).toEqual([
    ['javascript', true],
    ['python', true],
    ['wasm', true],
  ]);
  expect(sandbox.isolation.walls).toMatchObject({ permissionModel: true, network: true, wasmImportGate: true });
});

test('the system ends children before the service when memory runs out', onLinux, async () => {
  // A child may end at any moment.
  const scoreOf = (pid: number): string[] => {
    const file = `/proc/${String(pid)}/oom_score_adj`;
    return fs.existsSync(file) ? [fs.readFileSync(file, 'latin1').trim()] : [];
  };
  await expect.poll(() => [...new Set(sandbox.pids.flatMap(scoreOf))]).toEqual(['1000']);
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
      `import asyncio, concurrent.futures, errno, multiprocessing, os, selectors, signal, subprocess, sys, tempfile
text = open('in.txt').read() + sys.stdin.read() + sys.argv[1] + os.environ['MODE']
os.mkdir('out')
open('out/result.txt', 'w').write(text * 2)
# No quota would count what is in a pipe, so there are none, and the standard library can do without.
try: os.pipe()
except OSError as error: assert error.errno == errno.ENOSYS
async def child(number):
    await asyncio.sleep(0.001)
    return number
async def main():
    queue = asyncio.Queue()
    await queue.put(await asyncio.wait_for(child(1), 1))
    assert await asyncio.gather(child(0), queue.get(), asyncio.create_task(child(2))) == [0, 1, 2]
    print('done')
asyncio.run(main())
with tempfile.TemporaryFile() as file:
    file.write(b'temporary')
    file.seek(0)
    assert file.read() == b'temporary'
try: subprocess.run(['true'])
except OSError: print('warned', file=sys.stderr)`,
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

  test('wasm, if it has a memory', async () => {
    const empty = Buffer.from([0, 97, 115, 109, 1, 0, 0, 0]).toString('base64');
    expect((await sandbox.run(jobOf('wasm', empty))).failure).toEqual({
      reason: 'exit',
      message: 'the module cannot be run: the module has no memory of its own',
    });
  });
});

/** Attacks that end in different ways. `npm run proof sandbox-attacks` runs all attacks. */
const some = ['javascript: more CPU than allowed', 'javascript: a flood of output'];

test.each(some)('%s ends as it should', async (name) => {
  const attack = attacks.find((one) => nameOf(one) === name);
  if (!attack) throw new Error(`there is no ${name}`);
  expect(findDifference(attack, await sandbox.run(attackJob(attack)))).toBeUndefined();
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
  const run = async (...paths: string[]) => {
    const files = paths.map((one) => ({ path: one, content: 'x'.repeat(paths.length === 1 ? 5 << 20 : 0) }));
    return (await sandbox.run(jobOf('javascript', '', { files }))).failure;
  };
  expect((await run('a'))?.reason).toBe('disk');
  expect((await run('a', 'a/b'))?.message).toContain('a folder');
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
      limits: { diskMb: 64, wallMs: 120_000 },
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
  await expect.poll(() => heldMb() - before).toBeLessThan(10);
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

test('a program that ends with a long error ends by itself', async () => {
  const { failure } = await sandbox.run(jobOf('javascript', `throw new Error('\\0'.repeat(70000))`));
  expect(failure?.reason).toBe('exit');
  expect(failure?.message.length).toBeLessThanOrEqual(1000);
});

test('what a Python program has locked, taken away or misnamed is no file, and its own pairspace.py is imported', async () => {
  const run = (code: string) => {
    const files = [{ path: 'pairspace.py', content: 'mine = True' }];
    return sandbox.run(jobOf('python', code, { files, outputs: ['**'] }));
  };
  const locked = await run(`import os, pairspace
print(pairspace.mine)
for path in ('a', 'folder/b', 'c'):
    os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    open(path, 'w').write('x')
os.chmod('a', 0)
os.chmod('folder', 0)
for name in ('a\\0b', b'a\\xff', 'a\\udc80'):
    try: open(name, 'w').write('x'); print('done')
    except (OSError, ValueError) as error: print(type(error).__name__)`);
  expect(locked.failure).toBeNull();
  expect(locked.stdout).toMatch(/^True\nValueError\n/);
  expect(locked.outputs).toContainEqual(expect.objectContaining({ path: 'c', content: 'x' }));
  expect(locked.outputs.map(({ path }) => path)).not.toContain('a');
  const replaced = `import os; os.chdir('/'); os.remove('/work/pairspace.py'); os.rmdir('/work'); open('/work', 'w').write('x')`;
  expect(await run(replaced)).toMatchObject({ failure: null, outputs: [] });
});

test('Python imports what wheels hold, compiled too, links nothing of a job, and says what is not there', async () => {
  const other = Buffer.from(await compiledModule('other')).toString('base64');
  const code = `import os, base64, tiny
from greeting import hello
print(hello, tiny.__name__, os.listdir("/work"))
open('/work/other${moduleSuffix}', 'wb').write(base64.b64decode('${other}'))
import other`;
  expect(await sandbox.run(jobOf('python', code))).toMatchObject({
    failure: { reason: 'sandbox_violation', message: 'sandbox violation: _dlopen_js' },
    stdout: 'hello tiny []\n',
  });
  const { failure, stderr } = await sandbox.run(jobOf('python', 'import numpy'));
  expect(stderr).toMatch(/ModuleNotFoundError: No module named 'numpy'\nA job has the standard library/);
  expect(failure?.message).toMatch(/^ModuleNotFoundError: No module named 'numpy'\. A job has .*PAIRSPACE_WHEELS/);
});

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
  for (const delayMs of [undefined, 0, 50]) {
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
  const timer = setInterval(() => {
    for (const pid of sandbox.pids) killQuietly(pid);
  }, 40);
  const outcome = await sandbox.run(jobOf('javascript', 'console.log("started"); for (;;);'));
  clearInterval(timer);
  expect(outcome.failure?.reason).toBe('lost');
  expect((await sandbox.run(jobOf('javascript', 'console.log(1)'))).stdout).toBe('1\n');
});

test('a child that is killed while it waits loses nothing: the job gets another', async () => {
  await expect.poll(() => sandbox.runtimes.find(({ name }) => name === 'javascript')?.warm).toBe(1);
  for (const pid of sandbox.pids) killQuietly(pid);
  expect(await sandbox.run(jobOf('javascript', 'console.log(1)'))).toMatchObject({ failure: null, stdout: '1\n' });
});

/** Reports of progress: mistakes, a long message, and then more reports than anybody reads. */
const says: readonly (readonly [Runtime, string])[] = [
  [
    'javascript',
    `for (const wrong of [NaN, 2, -1, '0.5', null, undefined]) {
      try { pairspace.progress(wrong); console.log('taken'); } catch (error) { console.log(error.name); }
    }
    pairspace.progress(0.25, '😀'.repeat(1001));
    for (let step = 0; step <= 20_000; step++) pairspace.progress(step / 20_000, 'step ' + step);`,
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
except OSError: pass
pairspace.progress(0.25, '😀' * 1001)
for step in range(20_001): pairspace.progress(step / 20_000, f'step {step}')`,
  ],
];

test.each(says)(
  '[LIVE-5] a program in %s says how far it is while it runs, and what it says last is kept',
  async (runtime, code) => {
    const said: JobProgress[] = [];
    const job = jobOf(runtime, code, { limits: { wallMs: 60_000 } });
    const { failure, stdout, stderr } = await sandbox.run(job, { onProgress: (progress) => void said.push(progress) });
    expect([failure, stdout, stderr]).toEqual([null, 'RangeError\n'.repeat(6), '']);
    // A longer message is cut to 1,000 characters, whatever their units.
    expect(said[0]).toEqual({ fraction: 0.25, message: '😀'.repeat(1000) });
    expect(said.at(-1)).toEqual({ fraction: 1, message: 'step 20000' });
    expect(said.every(({ fraction }) => fraction <= 1)).toBe(true);
    // The child leaves reports out.
    expect(said.length).toBeLessThan(20_000);
  },
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
});

/** Tries every way to create a file or a folder of each name. */
const withNames = (names: readonly string[]): string => `
  import fs from 'node:fs';
  fs.writeFileSync('good.txt', 'good');
  fs.writeFileSync('moved.txt', 'moved');
  for (const name of ${JSON.stringify(names)}) for (const act of [
    () => fs.writeFileSync(name, 'x'),
    () => fs.appendFileSync(name, 'x'),
    () => fs.mkdirSync(name + '/deep'),
    () => fs.mkdirSync(name + '/deep', { recursive: true }),
    () => fs.renameSync('moved.txt', name),
  ]) {
    try { act(); console.log('done'); } catch (error) { console.log(error.code); }
  }
  try { fs.mkdirSync('x/'.repeat(257), { recursive: true }); } catch (error) { console.error(error.code); }`;

test('a name with NUL is an error in the program, and no name takes another output with it', async () => {
  const run = (names: readonly string[]) => sandbox.run(jobOf('javascript', withNames(names), { outputs: ['**'] }));
  const withNul = await run(['a\0b', '\0', 'folder/\0', '/work/a\0']);
  expect(withNul).toMatchObject({ failure: null, stdout: 'EINVAL\n'.repeat(20), stderr: 'ENAMETOOLONG\n' });
  expect(withNul.outputs.map(({ path, content }) => [path, content])).toEqual([
    ['good.txt', 'good'],
    ['moved.txt', 'moved'],
  ]);
  const odd = await run(['a\ud800', 'a\\b', 'a\u0001b', '../../x', 'x'.repeat(600), 'x'.repeat(5000)]);
  expect(odd.failure).toBeNull();
  const paths = odd.outputs.map(({ path }) => path);
  expect(paths).toContain('good.txt');
  expect(new Set(paths).size).toBe(paths.length);
});

const killQuietly = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The program has ended by itself.
  }
};

test('no zombie is left behind', onLinux, async () => {
  const zombies = () =>
    execFileSync('ps', ['--ppid', String(process.pid), '-o', 'stat='], { encoding: 'utf8' })
      .split('\n')
      .filter((state) => state.startsWith('Z'));
  await expect.poll(zombies).toEqual([]);
});
