import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSandboxBehind } from './open-sandbox.ts';
import type { Runtime, SandboxFailure } from './sandbox.ts';
import { jobOf } from './testing/jobs.ts';

const bootsSlowly = 120_000;
let cacheFolder: string;
let sandbox: Awaited<ReturnType<typeof openSandboxBehind>>;

beforeAll(async () => {
  process.env['PAIRSPACE_CANARY'] = 'the environment of the host';
  cacheFolder = await mkdtemp(path.join(os.tmpdir(), 'pairspace-sandbox-'));
  sandbox = await openSandboxBehind({ cacheFolder, warm: { python: 0 } }, (fence) => fence);
  await Promise.all([sandbox.run(jobOf('javascript', '')), sandbox.run(jobOf('python', ''))]);
}, bootsSlowly);

afterAll(async () => {
  const { pids } = sandbox;
  await sandbox[Symbol.asyncDispose]();
  Reflect.deleteProperty(process.env, 'PAIRSPACE_CANARY');
  await rm(cacheFolder, { recursive: true, force: true });
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

const sayHello = `(module (import "wasi_snapshot_preview1" "fd_write" (func $w (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1) (data (i32.const 8) "hello\\n")
  (func (export "_start") (i32.store (i32.const 0) (i32.const 8)) (i32.store (i32.const 4) (i32.const 6))
    (drop (call $w (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 24)))))`;

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

test.each<[string, Runtime, string, SandboxFailure | null, string | RegExp, Record<string, number>?]>([
  ['an exit code', 'javascript', 'process.exitCode = 4', 'exit', 'exit code 4'],
  ['process.exit', 'javascript', 'try { process.exit(3) } finally { console.log(1) }', 'exit', 'exit code 3'],
  ['an unhandled rejection', 'javascript', 'Promise.reject(new Error("lost"))', 'exit', 'Uncaught Error: lost'],
  ['a syntax error', 'javascript', 'let x = ;', 'exit', /SyntaxError/],
  ['an import of a package', 'javascript', 'import "lodash"', 'exit', /Cannot find package/],
  ['a top-level await that never settles', 'javascript', 'await new Promise(() => {})', 'exit', /never settled/],
  [
    'an uninterruptible loop',
    'javascript',
    'for (;;) { try { for (;;); } catch {} }',
    'timeout',
    /wall time/,
    { wallMs: 300 },
  ],
  ['more CPU than allowed', 'javascript', 'for (;;);', 'timeout', /CPU time/, { cpuMs: 100 }],
  [
    'a sleep without end',
    'javascript',
    'await new Promise((r) => setTimeout(r, 1e9))',
    'timeout',
    /wall/,
    { wallMs: 300 },
  ],
  [
    'a giant regular expression',
    'javascript',
    '/^(a+)+$/.test("a".repeat(60) + "b")',
    'timeout',
    /wall/,
    { wallMs: 500 },
  ],
  [
    'endless promises',
    'javascript',
    'const f = () => Promise.resolve().then(f); f(); await new Promise(() => {})',
    'memory',
    /64 MB/,
    { memoryMb: 64 },
  ],
  [
    'a memory bomb',
    'javascript',
    'const a = []; for (;;) a.push(new Uint8Array(1 << 20).fill(1))',
    'memory',
    /64 MB/,
    { memoryMb: 64 },
  ],
  [
    'a bomb of strings',
    'javascript',
    'const a = []; for (let i = 0; ; i++) a.push("x".repeat(1 << 20) + i)',
    'memory',
    /64 MB/,
    { memoryMb: 64 },
  ],
  [
    'a disk bomb',
    'javascript',
    'import fs from "fs"; for (let i = 0; ; i++) fs.writeFileSync("f" + i, new Uint8Array(1 << 20))',
    'disk',
    /4 MB/,
  ],
  [
    'a bomb of files',
    'javascript',
    'import fs from "fs"; for (let i = 0; ; i++) fs.writeFileSync("f" + i, "")',
    'disk',
    /50 files/,
  ],
  ['a flood of output', 'javascript', 'for (;;) console.log("x".repeat(1000))', 'output', /16 times/],
  [
    'recursion that is caught',
    'javascript',
    'const f = () => f() + 1; try { f() } catch (e) { console.log(e.name) }',
    null,
    '',
  ],
  ['an exit code', 'python', 'import sys; sys.exit(7)', 'exit', 'exit code 7'],
  ['an exception', 'python', 'def f():\n  raise ValueError("bad")\nf()', 'exit', 'ValueError: bad'],
  [
    'a loop that catches all',
    'python',
    'while True:\n  try:\n    while True: pass\n  except BaseException: pass',
    'timeout',
    /wall/,
    { wallMs: 300 },
  ],
  ['a memory bomb', 'python', 'a = []\nwhile True: a.append(bytearray(1 << 20))', 'memory', /128 MB/],
  [
    'one file that grows in odd steps',
    'python',
    'f = open("f", "wb")\nwhile True: f.write(b"x" * 300_000)',
    'disk',
    /20 MB/,
    { diskMb: 20 },
  ],
  [
    'a disk bomb through files without names',
    'python',
    'import os\nheld = []\nwhile True:\n  f = open("f", "wb"); f.write(b"x" * (1 << 20)); f.flush(); held.append(f); os.unlink("f")',
    'disk',
    /4 MB/,
  ],
  ['a file made huge at once', 'python', 'open("f", "wb").truncate(1 << 40)', 'disk', /4 MB/],
  [
    'ctypes',
    'python',
    'import sys\nsys.meta_path.pop(0)\nimport ctypes\nctypes.CDLL(None).emscripten_run_script(b"1")',
    'sandbox_violation',
    /violation/,
  ],
  [
    'a socket',
    'python',
    'import socket\ntry: socket.create_connection(("127.0.0.1", 1))\nexcept OSError: print("no")',
    null,
    '',
  ],
  [
    'an import that is not there',
    'wasm',
    '(module (import "env" "x" (func)) (memory (export "memory") 1) (func (export "_start")))',
    'exit',
    /env\.x/,
  ],
  [
    'a memory that is imported',
    'wasm',
    '(module (import "env" "memory" (memory 1)) (func (export "_start")))',
    'exit',
    /no memory/,
  ],
  [
    'memory that grows',
    'wasm',
    '(module (memory (export "memory") 1) (func (export "_start") (loop (br_if 0 (i32.ne (memory.grow (i32.const 16)) (i32.const -1)))) unreachable))',
    'memory',
    /64 MB/,
    { memoryMb: 64 },
  ],
  [
    'a table that grows',
    'wasm',
    '(module (memory (export "memory") 1) (table 1 externref) (func (export "_start") (loop (br_if 0 (i32.ne (table.grow (ref.null extern) (i32.const 100000)) (i32.const -1))))))',
    null,
    '',
  ],
  [
    'a loop before it starts',
    'wasm',
    '(module (memory (export "memory") 1) (func $s (loop (br 0))) (start $s) (func (export "_start")))',
    'timeout',
    /wall/,
    { wallMs: 300 },
  ],
  ['buffers out of bounds', 'wasm', sayHello.replace('(i32.const 6)', '(i32.const 0x7fffffff)'), null, ''],
  [
    'buffers without number',
    'wasm',
    sayHello.replace('(i32.const 1) (i32.const 24)', '(i32.const -1) (i32.const 24)'),
    null,
    '',
  ],
])(
  '%s in %s ends as it should, and the next job works',
  async (_what, runtime, code, reason, message, given = {}) => {
    const outcome = await sandbox.run(
      jobOf(runtime, code, { limits: given, ...(runtime === 'wasm' ? { codeEncoding: 'wat' as const } : {}) }),
    );
    expect([outcome.failure?.reason ?? null, outcome.stderr.slice(-500)]).toEqual([reason, outcome.stderr.slice(-500)]);
    if (reason !== null) expect(outcome.failure?.message).toMatch(message);
    expect(`${outcome.stdout}${outcome.stderr}`).not.toContain(import.meta.dirname);
    if (runtime !== 'python') {
      expect((await sandbox.run(jobOf('javascript', 'console.log(6 * 7)'))).stdout).toBe('42\n');
    }
  },
  60_000,
);

test('output is cut at its limit, between characters, and the job goes on', async () => {
  const code = 'for (let i = 0; i < 100; i++) console.log("é".repeat(50)); console.error("end"); process.exitCode = 0';
  const outcome = await sandbox.run(jobOf('javascript', code, { limits: { outputBytes: 1000 } }));
  expect(outcome).toMatchObject({ failure: null, stdoutTruncated: true, stderrTruncated: true, stderr: '' });
  expect(Buffer.byteLength(outcome.stdout)).toBeLessThanOrEqual(1000);
  expect(outcome.stdout).not.toContain('�');
  expect(outcome.usage.outputBytes).toBe(100 * 101 + 4);
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
});

const killQuietly = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
};

test.runIf(process.platform === 'linux')('no zombie is left behind', async () => {
  const zombies = () =>
    execFileSync('ps', ['--ppid', String(process.pid), '-o', 'stat='], { encoding: 'utf8' })
      .split('\n')
      .filter((state) => state.startsWith('Z'));
  await expect.poll(zombies).toEqual([]);
});
