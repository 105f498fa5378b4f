import type { Runtime, SandboxFailure, SandboxJob, SandboxOutcome } from '@pairspace/sandbox';
import { jobOf } from './sandbox-jobs.ts';

/** A program that prints a greeting, as a base for attacks. */
const sayHello = `(module (import "wasi_snapshot_preview1" "fd_write" (func $w (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1) (data (i32.const 8) "hello\\n")
  (func (export "_start") (i32.store (i32.const 0) (i32.const 8)) (i32.store (i32.const 4) (i32.const 6))
    (drop (call $w (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 24)))))`;

type Attack = readonly [
  what: string,
  runtime: Runtime,
  code: string,
  /** Null for a harmless program that must succeed. */
  reason: SandboxFailure | null,
  message: string | RegExp,
  limits?: Readonly<Record<string, number>>,
];

/** Misbehaving programs with the required end of each. */
export const attacks: readonly Attack[] = [
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
];

export const nameOf = ([what, runtime]: Attack): string => `${runtime}: ${what}`;

export const attackJob = ([, runtime, code, , , limits = {}]: Attack): SandboxJob =>
  jobOf(runtime, code, { limits, ...(runtime === 'wasm' ? { codeEncoding: 'wat' as const } : {}) });

/** The difference between the actual and the required end of an attack; undefined if there is none. */
export const findDifference = (
  [, , , reason, message]: Attack,
  { failure, stdout, stderr }: SandboxOutcome,
): string | undefined => {
  const told = `${failure?.reason ?? 'no failure'}: ${failure?.message ?? ''} ${stderr.slice(-500)}`;
  if ((failure?.reason ?? null) !== reason) return `not ${reason ?? 'well'} but ${told}`;
  if (failure && !(typeof message === 'string' ? failure.message.includes(message) : message.test(failure.message))) {
    return `not said: ${String(message)} but ${told}`;
  }
  return `${stdout}${stderr}`.includes(import.meta.dirname.replace(/testing$/, ''))
    ? `a path of the host in its output: ${told}`
    : undefined;
};
