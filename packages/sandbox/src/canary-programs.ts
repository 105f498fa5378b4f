import type { Runtime } from './sandbox.ts';

/**
 * Programs that attempt forbidden accesses; each prints REACHED and the target if it succeeds. Arguments: a file of the
 * host, the port of a listener on loopback, a path of the host to write to.
 */
export const reachingPrograms: Record<Runtime, string> = {
  javascript: `
import fs from 'node:fs';
const [, , hostFile, port, target] = process.argv;
const attempt = async (what, action) => {
  try { const got = await action(); if (got !== undefined) console.log('REACHED', what, got); } catch {}
};
await attempt('file', () => fs.readFileSync(hostFile, 'utf8'));
await attempt('parent file', () => fs.readFileSync('../../..' + hostFile, 'utf8'));
await attempt('passwd', () => fs.readFileSync('/etc/passwd', 'utf8'));
await attempt('import', () => import('file://' + hostFile));
fs.mkdirSync(target.replace(/[^/]*$/, ''), { recursive: true });
fs.writeFileSync(target, 'written in the job');
const outside = Function('return this')();
await attempt('host globals', () => outside.process.binding ?? outside.process.getBuiltinModule ?? outside.Deno ?? outside.WebAssembly);
for (const entry of [console.log, fs.readFileSync, setTimeout]) {
  await attempt('host function', () => {
    const got = entry.constructor.constructor('return globalThis')();
    return got === globalThis ? undefined : 'another world';
  });
}
for (const name of ['child_process', 'net', 'http', 'worker_threads', 'module', 'vm']) {
  await attempt(name, () => import('node:' + name));
}
await attempt('fetch', () => fetch('http://127.0.0.1:' + port));
console.log('ENVIRONMENT', JSON.stringify(process.env));
`,
  python: `
import os, sys, gc
host_file, port, target = sys.argv[1:4]
def attempt(what, action):
    try:
        got = action()
        if got is not None: print('REACHED', what, got)
    except Exception: pass
attempt('file', lambda: open(host_file).read())
attempt('parent file', lambda: open('../../..' + host_file).read())
attempt('passwd', lambda: open('/etc/passwd').read())
attempt('environ', lambda: open('/proc/self/environ').read())
os.makedirs(os.path.dirname(target), exist_ok=True)
open(target, 'w').write('written in the job')
def connect():
    import socket
    s = socket.socket()
    s.settimeout(1)
    s.connect(('127.0.0.1', int(port)))
    return 'connected'
attempt('socket', connect)
attempt('system', lambda: None if os.system('id') else 'ran')
attempt('fork', lambda: os.fork())
print('ENVIRONMENT', dict(os.environ), flush=True)
sys.meta_path[:] = [finder for finder in sys.meta_path if 'Deny' not in type(finder).__name__]
for name in list(sys.modules):
    if name.split('.')[0] in ('js', 'pyodide', '_pyodide', 'ctypes'): del sys.modules[name]
def read_by_js(run):
    return run("process.getBuiltinModule('node:fs').readFileSync('" + host_file + "', 'utf8')")
def js():
    import js
    return js.process.getBuiltinModule('node:fs').readFileSync(host_file, 'utf8')
attempt('js', js)
def run_js():
    from pyodide.code import run_js
    return read_by_js(run_js)
attempt('run_js', run_js)
def core():
    import _pyodide_core
    return read_by_js(_pyodide_core.run_js)
attempt('core', core)
def by_ctypes():
    import ctypes
    library = ctypes.CDLL(None)
    run = library.emscripten_run_script_string
    run.restype = ctypes.c_char_p
    return run(("process.getBuiltinModule('node:fs').readFileSync('" + host_file + "', 'utf8')").encode())
attempt('ctypes', by_ctypes)
`,
  wasm: '',
};

export const memoryPrograms: Record<Runtime, string> = {
  javascript: 'const held = []; for (;;) held.push(new Uint8Array(1 << 20).fill(1));',
  python: 'held = []\nwhile True: held.append(bytearray(1 << 20))',
  wasm: `(module (memory (export "memory") 1) (func (export "_start")
    (loop (br_if 0 (i32.ne (memory.grow (i32.const 16)) (i32.const -1)))) unreachable))`,
};

export const endlessPrograms: Record<Runtime, string> = {
  javascript: 'for (;;) { try { for (;;); } catch {} }',
  python: 'while True:\n  try:\n    while True: pass\n  except BaseException: pass',
  wasm: '(module (memory (export "memory") 1) (func (export "_start") (loop (br 0))))',
};
