/**
 * What a script finds around it, as source for the guest's own engine. The host's functions are taken out of the
 * global scope before any other code runs; they are given numbers, strings and bytes only, and never throw.
 */
export const javascriptPrelude = String.raw`(() => {
'use strict';
const host = globalThis.__host;
delete globalThis.__host;

const inspect = (value, depth = 0, seen = new Set()) => {
  if (typeof value === 'string') return depth === 0 ? value : "'" + value.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\n/g, '\\n') + "'";
  if (typeof value === 'bigint') return value + 'n';
  if (typeof value === 'symbol') return String(value);
  if (typeof value === 'function') {
    const source = Function.prototype.toString.call(value);
    return source.startsWith('class') ? '[class ' + (value.name || '(anonymous)') + ']' : '[Function: ' + (value.name || '(anonymous)') + ']';
  }
  if (value === null || typeof value !== 'object') return Object.is(value, -0) ? '-0' : String(value);
  if (value instanceof Error) return describeError(value);
  if (seen.has(value)) return '[Circular]';
  if (depth > 3) return Array.isArray(value) ? '[Array]' : '[Object]';
  seen.add(value);
  const inner = (each) => inspect(each, depth + 1, seen);
  const braces = (name, parts) => {
    const shown = parts.slice(0, 100);
    if (parts.length > 100) shown.push('... ' + (parts.length - 100) + ' more');
    const [open, close] = Array.isArray(value) || ArrayBuffer.isView(value) ? ['[', ']'] : ['{', '}'];
    if (shown.length === 0) return name + open + close;
    const line = name + open + ' ' + shown.join(', ') + ' ' + close;
    const indent = '  '.repeat(depth + 1);
    return line.length <= 80 && !line.includes('\n') ? line : name + open + '\n' + indent + shown.join(',\n' + indent) + '\n' + '  '.repeat(depth) + close;
  };
  const properties = () => Object.entries(value).map(([key, each]) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : "'" + key + "'") + ': ' + inner(each));
  let text;
  if (Array.isArray(value)) text = braces('', Array.from({ length: Math.min(value.length, 101) }, (_, i) => inner(value[i])).concat(value.length > 101 ? Array(value.length - 101) : []));
  else if (value instanceof Map) text = braces('Map(' + value.size + ') ', [...value].map(([key, each]) => inner(key) + ' => ' + inner(each)));
  else if (value instanceof Set) text = braces('Set(' + value.size + ') ', [...value].map(inner));
  else if (value instanceof Date) text = isNaN(value) ? 'Invalid Date' : value.toISOString();
  else if (value instanceof RegExp) text = String(value);
  else if (value instanceof Promise) text = 'Promise {}';
  else if (ArrayBuffer.isView(value) && !(value instanceof DataView)) text = braces(value.constructor.name + '(' + value.length + ') ', Array.from(value.subarray(0, 101), String).concat(value.length > 101 ? Array(value.length - 101) : []));
  else {
    const prototype = Object.getPrototypeOf(value);
    const name = prototype === null ? '[Object: null prototype] ' : prototype === Object.prototype ? '' : (prototype.constructor?.name ?? 'Object') + ' ';
    text = braces(name, properties());
  }
  seen.delete(value);
  return text;
};
const describeError = (error) => {
  const head = error.name + ': ' + error.message;
  const stack = typeof error.stack === 'string' ? error.stack.replace(/\n$/, '') : '';
  const text = stack.startsWith(error.name) ? stack : stack ? head + '\n' + stack : head;
  const extra = error.code === undefined ? '' : " { code: '" + error.code + "' }";
  const errors = Array.isArray(error.errors) ? error.errors.map((each) => '\n  ' + inspect(each, 1)).join('') : '';
  return text + extra + errors + (error.cause === undefined ? '' : '\n[cause]: ' + inspect(error.cause, 1));
};
const format = (first, ...rest) => {
  if (typeof first !== 'string' || !first.includes('%')) return [first, ...rest].map((each) => inspect(each)).join(' ');
  const text = first.replace(/%[sdifjoOc%]/g, (mark) => {
    if (mark === '%%') return '%';
    if (rest.length === 0) return mark;
    const value = rest.shift();
    if (mark === '%s') return typeof value === 'object' ? inspect(value, 1) : String(value);
    if (mark === '%d') return String(Number(value));
    if (mark === '%i') return String(parseInt(value, 10));
    if (mark === '%f') return String(parseFloat(value));
    if (mark === '%j') return JSON.stringify(value);
    return mark === '%c' ? '' : inspect(value, 1);
  });
  return [text, ...rest.map((each) => inspect(each))].join(' ');
};

let indent = '';
const counts = new Map();
const clocks = new Map();
const print = (stream, text) => host.write(stream, (indent ? text.replace(/^/gm, indent) : text) + '\n');
const toStdout = (...values) => print(1, format(...values));
const toStderr = (...values) => print(2, format(...values));
globalThis.console = {
  log: toStdout, info: toStdout, debug: toStdout, dir: (value) => toStdout(value), warn: toStderr, error: toStderr,
  table: (value) => toStdout(value),
  trace: (...values) => toStderr('Trace: ' + format(...values) + '\n' + new Error().stack),
  assert: (holds, ...values) => { if (!holds) toStderr('Assertion failed' + (values.length ? ': ' + format(...values) : '')); },
  group: (...values) => { if (values.length) toStdout(...values); indent += '  '; },
  groupEnd: () => { indent = indent.slice(2); },
  count: (label = 'default') => { counts.set(label, (counts.get(label) ?? 0) + 1); toStdout(label + ': ' + counts.get(label)); },
  countReset: (label = 'default') => { counts.delete(label); },
  time: (label = 'default') => { clocks.set(label, host.now()); },
  timeEnd: (label = 'default') => { toStdout(label + ': ' + (host.now() - (clocks.get(label) ?? host.now())).toFixed(3) + 'ms'); clocks.delete(label); },
};

let lastTimer = 0;
const timers = new Map();
const addTimer = (run, delayMs, isRepeated, args) => {
  if (typeof run !== 'function') throw new TypeError('The "callback" argument must be a function');
  const delay = Math.max(isRepeated ? 1 : 0, Number(delayMs) || 0);
  const timer = { id: ++lastTimer, run, at: host.now() + delay, every: isRepeated ? delay : undefined, args, unref: () => timer, ref: () => timer, hasRef: () => true, [Symbol.toPrimitive]: () => timer.id };
  timers.set(timer.id, timer);
  return timer;
};
const clearTimer = (timer) => { timers.delete(typeof timer === 'object' && timer !== null ? timer.id : Number(timer)); };
globalThis.setTimeout = (run, ms, ...args) => addTimer(run, ms, false, args);
globalThis.setInterval = (run, ms, ...args) => addTimer(run, ms, true, args);
globalThis.setImmediate = (run, ...args) => addTimer(run, 0, false, args);
globalThis.clearTimeout = globalThis.clearInterval = globalThis.clearImmediate = clearTimer;
globalThis.queueMicrotask = (run) => { Promise.resolve().then(run); };
globalThis.performance = { now: () => host.now(), timeOrigin: 0 };
const crypto = {
  getRandomValues: (array) => { new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(host.random(array.byteLength)); return array; },
  randomUUID: () => {
    const bytes = host.random(16);
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  },
};
globalThis.crypto = crypto;

const sentences = { ENOENT: 'no such file or directory', ENOTDIR: 'not a directory', EISDIR: 'illegal operation on a directory', EEXIST: 'file already exists', ENOSPC: 'no space left on device', ENOTEMPTY: 'directory not empty', ENAMETOOLONG: 'name too long', EINVAL: 'invalid argument' };
const failure = (code, syscall, path) => Object.assign(new Error(code + ': ' + (sentences[code] ?? 'failed') + ', ' + syscall + " '" + path + "'"), { code, syscall, path });
const pathOf = (path) => {
  if (path instanceof URL) { if (path.protocol !== 'file:') throw new TypeError('The URL must be of scheme file'); return decodeURIComponent(path.pathname); }
  if (path instanceof Uint8Array) return new TextDecoder().decode(path);
  if (typeof path !== 'string') throw Object.assign(new TypeError('The "path" argument must be of type string'), { code: 'ERR_INVALID_ARG_TYPE' });
  return path;
};
const encodingOf = (options) => (typeof options === 'string' ? options : options?.encoding) ?? undefined;
const bytesOf = (data) => {
  if (typeof data === 'string') return new TextEncoder().encode(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw Object.assign(new TypeError('The "data" argument must be a string or an array of bytes'), { code: 'ERR_INVALID_ARG_TYPE' });
};
const check = (code, syscall, path) => { if (code !== 'ok') throw failure(code, syscall, path); };
const statOf = (path, syscall) => {
  const found = host.stat(path);
  if (found === null) throw failure('ENOENT', syscall, path);
  const isDirectory = found[0] === 1;
  return { size: found[1], mtimeMs: found[2], mtime: new Date(found[2]), mode: isDirectory ? 16877 : 33188, isDirectory: () => isDirectory, isFile: () => !isDirectory, isSymbolicLink: () => false };
};
const existsSync = (path) => { try { return host.stat(pathOf(path)) !== null; } catch { return false; } };
const fs = {
  constants: { F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1 },
  existsSync,
  readFileSync: (path, options) => {
    const name = path === 0 ? '/dev/stdin' : pathOf(path);
    const got = host.read(name);
    if (typeof got === 'string') throw failure(got, 'open', name);
    const encoding = encodingOf(options);
    if (encoding === 'base64') return host.base64(got);
    if (encoding === 'hex') return Array.from(got, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return encoding === undefined || encoding === 'buffer' ? got : new TextDecoder().decode(got);
  },
  writeFileSync: (path, data, options) => {
    const name = pathOf(path);
    const flag = options?.flag ?? 'w';
    if (flag.includes('x') && existsSync(name)) throw failure('EEXIST', 'open', name);
    check(host.writeFile(name, bytesOf(data), flag.startsWith('a')), 'open', name);
  },
  appendFileSync: (path, data) => { const name = pathOf(path); check(host.writeFile(name, bytesOf(data), true), 'open', name); },
  readdirSync: (path, options) => {
    const name = pathOf(path);
    const names = host.list(name);
    if (typeof names === 'string') throw failure(names, 'scandir', name);
    const all = names.sort().flatMap((each) => {
      const stat = statOf(name.replace(/\/?$/, '/') + each, 'stat');
      const entry = options?.withFileTypes ? { ...stat, name: each, parentPath: name } : each;
      if (!options?.recursive || !stat.isDirectory()) return [entry];
      const below = fs.readdirSync(name.replace(/\/?$/, '/') + each, options);
      return [entry, ...below.map((one) => (typeof one === 'string' ? each + '/' + one : one))];
    });
    return all;
  },
  statSync: (path, options) => {
    const name = pathOf(path);
    return options?.throwIfNoEntry === false && !existsSync(name) ? undefined : statOf(name, 'stat');
  },
  lstatSync: (path) => statOf(pathOf(path), 'lstat'),
  accessSync: (path) => { statOf(pathOf(path), 'access'); },
  mkdirSync: (path, options) => {
    const name = pathOf(path);
    const code = host.makeDirectory(name, Boolean(options?.recursive));
    check(code, 'mkdir', name);
  },
  rmSync: (path, options) => {
    const name = pathOf(path);
    const found = host.stat(name);
    if (found === null) { if (options?.force) return; throw failure('ENOENT', 'rm', name); }
    if (found[0] === 1) {
      if (!options?.recursive) throw failure('EISDIR', 'rm', name);
      for (const each of host.list(name)) fs.rmSync(name.replace(/\/?$/, '/') + each, options);
    }
    check(host.remove(name), 'rm', name);
  },
  unlinkSync: (path) => { const name = pathOf(path); if (statOf(name, 'unlink').isDirectory()) throw failure('EISDIR', 'unlink', name); check(host.remove(name), 'unlink', name); },
  rmdirSync: (path) => { const name = pathOf(path); if (!statOf(name, 'rmdir').isDirectory()) throw failure('ENOTDIR', 'rmdir', name); check(host.remove(name), 'rmdir', name); },
  renameSync: (from, to) => { check(host.rename(pathOf(from), pathOf(to)), 'rename', pathOf(from)); },
  copyFileSync: (from, to) => { fs.writeFileSync(to, fs.readFileSync(from)); },
  truncateSync: (path, size = 0) => { const content = fs.readFileSync(path); const next = new Uint8Array(size); next.set(content.subarray(0, size)); fs.writeFileSync(path, next); },
  mkdtempSync: (prefix) => { const name = pathOf(prefix) + crypto.randomUUID().slice(0, 6); fs.mkdirSync(name); return name; },
  realpathSync: (path) => { statOf(pathOf(path), 'realpath'); return path_.resolve(pathOf(path)); },
};
fs.promises = Object.fromEntries(Object.entries(fs).filter(([name]) => name.endsWith('Sync') && name !== 'existsSync').map(([name, run]) => [name.slice(0, -4), async (...args) => run(...args)]));
for (const [name, run] of Object.entries(fs.promises)) {
  fs[name] = (...args) => { const done = args.pop(); run(...args).then((value) => setImmediate(done, null, value), (error) => setImmediate(done, error)); };
}

const path_ = (() => {
  const normalizeParts = (parts, isAbsolute) => {
    const kept = [];
    for (const part of parts) {
      if (part === '' || part === '.') continue;
      if (part !== '..') kept.push(part);
      else if (kept.length > 0 && kept[kept.length - 1] !== '..') kept.pop();
      else if (!isAbsolute) kept.push('..');
    }
    return kept;
  };
  const normalize = (path) => {
    const isAbsolute = path.startsWith('/');
    const body = normalizeParts(path.split('/'), isAbsolute).join('/') + (path.endsWith('/') && path.length > 1 ? '/' : '');
    return (isAbsolute ? '/' : '') + body.replace(/^\/$/, '') || (isAbsolute ? '/' : '.');
  };
  const resolve = (...paths) => {
    let all = '';
    for (let i = paths.length - 1; i >= 0 && !all.startsWith('/'); i--) if (paths[i]) all = paths[i] + (all ? '/' + all : '');
    return normalize(all.startsWith('/') ? all : '/work/' + all).replace(/(.)\/$/, '$1');
  };
  const basename = (path, suffix = '') => { const name = path.replace(/\/+$/, '').replace(/^.*\//, ''); return suffix && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name; };
  const extname = (path) => /[^/.][^/]*?(\.[^./]*)$/.exec(basename(path))?.[1] ?? '';
  const dirname = (path) => { const match = /^(.*?)\/+[^/]*\/*$/.exec(path); return match ? match[1] || '/' : '.'; };
  const relative = (from, to) => {
    const [a, b] = [from, to].map((each) => resolve(each).split('/').filter(Boolean));
    let same = 0;
    while (same < a.length && same < b.length && a[same] === b[same]) same++;
    return [...a.slice(same).map(() => '..'), ...b.slice(same)].join('/');
  };
  const path = { sep: '/', delimiter: ':', normalize, resolve, basename, extname, dirname, relative, isAbsolute: (each) => each.startsWith('/'), join: (...parts) => normalize(parts.filter(Boolean).join('/') || '.'), parse: (each) => ({ root: each.startsWith('/') ? '/' : '', dir: each.includes('/') ? dirname(each) : '', base: basename(each), ext: extname(each), name: basename(each, extname(each)) }), format: (each) => (each.dir ? each.dir + '/' : (each.root ?? '')) + (each.base ?? (each.name ?? '') + (each.ext ?? '')) };
  path.posix = path;
  return path;
})();

const isDeepEqual = (one, other, isStrict) => {
  if (Object.is(one, other) || (!isStrict && one == other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (isStrict && Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  if (one instanceof RegExp && other instanceof RegExp) return String(one) === String(other);
  if (one instanceof Error && (one.message !== other.message || one.name !== other.name)) return false;
  if (one instanceof Map && other instanceof Map) return one.size === other.size && [...one].every(([key, value]) => other.has(key) && isDeepEqual(value, other.get(key), isStrict));
  if (one instanceof Set && other instanceof Set) return one.size === other.size && [...one].every((value) => other.has(value) || [...other].some((each) => isDeepEqual(value, each, isStrict)));
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && isDeepEqual(one[key], other[key], isStrict));
};
const assert = (() => {
  class AssertionError extends Error {
    constructor({ message, actual, expected, operator }) { super(message); this.name = 'AssertionError'; this.code = 'ERR_ASSERTION'; Object.assign(this, { actual, expected, operator }); }
  }
  const claim = (holds, message, actual, expected, operator) => {
    if (holds) return;
    if (message instanceof Error) throw message;
    throw new AssertionError({ message: message ?? inspect(actual, 1) + ' ' + operator + ' ' + inspect(expected, 1), actual, expected, operator });
  };
  const matches = (error, expected) => {
    if (expected === undefined) return true;
    if (expected instanceof RegExp) return expected.test(String(error));
    if (typeof expected === 'function') return expected.prototype !== undefined && error instanceof expected ? true : Error.isPrototypeOf(expected) ? false : expected(error) === true;
    return Object.keys(expected).every((key) => (expected[key] instanceof RegExp ? expected[key].test(error[key]) : isDeepEqual(error[key], expected[key], true)));
  };
  const ok = (value, message) => claim(value, message, value, true, '==');
  const rejected = (expected, message, error) => { if (!matches(error, expected)) throw error; };
  const api = {
    ok, AssertionError,
    equal: (a, b, m) => claim(a == b || (a !== a && b !== b), m, a, b, '=='), notEqual: (a, b, m) => claim(a != b, m, a, b, '!='),
    strictEqual: (a, b, m) => claim(Object.is(a, b), m, a, b, '==='), notStrictEqual: (a, b, m) => claim(!Object.is(a, b), m, a, b, '!=='),
    deepEqual: (a, b, m) => claim(isDeepEqual(a, b, false), m, a, b, 'deepEqual'), notDeepEqual: (a, b, m) => claim(!isDeepEqual(a, b, false), m, a, b, 'notDeepEqual'),
    deepStrictEqual: (a, b, m) => claim(isDeepEqual(a, b, true), m, a, b, 'deepStrictEqual'), notDeepStrictEqual: (a, b, m) => claim(!isDeepEqual(a, b, true), m, a, b, 'notDeepStrictEqual'),
    match: (text, pattern, m) => claim(pattern.test(text), m, text, pattern, 'match'), doesNotMatch: (text, pattern, m) => claim(!pattern.test(text), m, text, pattern, 'doesNotMatch'),
    fail: (m = 'Failed') => claim(false, m),
    throws: (run, expected, m) => { try { run(); } catch (error) { return rejected(expected, m, error); } claim(false, m ?? 'Missing expected exception.'); },
    doesNotThrow: (run) => { run(); },
    rejects: async (what, expected, m) => { try { await (typeof what === 'function' ? what() : what); } catch (error) { return rejected(expected, m, error); } claim(false, m ?? 'Missing expected rejection.'); },
    doesNotReject: async (what) => { await (typeof what === 'function' ? what() : what); },
    ifError: (value) => { if (value !== null && value !== undefined) throw value; },
  };
  const strict = Object.assign((value, message) => ok(value, message), api, { equal: api.strictEqual, notEqual: api.notStrictEqual, deepEqual: api.deepStrictEqual, notDeepEqual: api.notDeepStrictEqual });
  strict.strict = strict;
  return Object.assign((value, message) => ok(value, message), api, { strict });
})();

class EventEmitter {
  #listeners = new Map();
  on(name, run) { this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), run]); return this; }
  addListener(name, run) { return this.on(name, run); }
  once(name, run) { const once = (...args) => { this.off(name, once); run.apply(this, args); }; once.listener = run; return this.on(name, once); }
  off(name, run) { this.#listeners.set(name, (this.#listeners.get(name) ?? []).filter((each) => each !== run && each.listener !== run)); return this; }
  removeListener(name, run) { return this.off(name, run); }
  removeAllListeners(name) { if (name === undefined) this.#listeners.clear(); else this.#listeners.delete(name); return this; }
  listenerCount(name) { return this.#listeners.get(name)?.length ?? 0; }
  emit(name, ...args) {
    const listeners = this.#listeners.get(name) ?? [];
    if (name === 'error' && listeners.length === 0) throw args[0];
    for (const run of listeners) run.apply(this, args);
    return listeners.length > 0;
  }
}
EventEmitter.EventEmitter = EventEmitter;
EventEmitter.default = EventEmitter;

const delay = (ms, value) => new Promise((resolve) => setTimeout(resolve, ms, value));
const test = (() => {
  const queue = [];
  const results = { passed: 0, failed: 0 };
  const names = [];
  const hooks = { beforeEach: [], afterEach: [] };
  let running;
  const runOne = async (name, run) => {
    const title = [...names, name].join(' > ');
    try {
      for (const hook of hooks.beforeEach) await hook();
      await run?.({ name, test: (inner, body) => runOne(title + ' > ' + inner, body), diagnostic: (text) => toStdout('# ' + text) });
      for (const hook of hooks.afterEach) await hook();
      results.passed++;
      toStdout('ok - ' + title);
    } catch (error) {
      results.failed++;
      toStdout('not ok - ' + title + '\n' + inspect(error).replace(/^/gm, '    '));
    }
  };
  const drain = async () => {
    while (queue.length > 0) await queue.shift()();
    toStdout('# tests ' + (results.passed + results.failed) + '\n# pass ' + results.passed + '\n# fail ' + results.failed);
    if (results.failed > 0) process.exitCode ||= 1;
    running = undefined;
  };
  const add = (step) => { queue.push(step); running ??= Promise.resolve().then(() => setImmediate(drain)); return Promise.resolve(); };
  const bodyOf = (args) => args.find((each) => typeof each === 'function');
  const test = (name, ...args) => add(((path) => async () => { names.push(...path); await runOne(name, bodyOf(args)); names.length = 0; })([...names]));
  test.test = test.it = test;
  test.skip = test.todo = (name) => add(async () => toStdout('ok - ' + name + ' # SKIP'));
  test.describe = test.suite = (name, ...args) => { names.push(name); bodyOf(args)?.(); names.pop(); };
  test.beforeEach = (run) => { hooks.beforeEach.push(run); };
  test.afterEach = (run) => { hooks.afterEach.push(run); };
  test.before = (run) => add(run);
  test.after = (run) => add(run);
  return test;
})();

const modules = {
  fs, 'fs/promises': fs.promises, path: path_, 'path/posix': path_, assert, 'assert/strict': assert.strict, events: EventEmitter, test,
  util: { inspect: (value) => inspect(value, 1), format, isDeepStrictEqual: (a, b) => isDeepEqual(a, b, true), promisify: (run) => (...args) => new Promise((resolve, reject) => run(...args, (error, value) => (error ? reject(error) : resolve(value)))), TextEncoder, TextDecoder },
  'timers/promises': { setTimeout: delay, setImmediate: (value) => delay(0, value) },
  timers: { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate },
  url: { URL, URLSearchParams, fileURLToPath: pathOf, pathToFileURL: (path) => new URL('file://' + path_.resolve(path)) },
  os: { EOL: '\n', platform: () => 'sandbox', tmpdir: () => '/tmp', cpus: () => [], homedir: () => '/work' },
  crypto: { ...crypto, webcrypto: crypto },
  perf_hooks: { performance },
};
const bare = (name) => name.replace(/^node:/, '');
Object.defineProperty(globalThis, '__module', { value: (name) => modules[name] });
globalThis.__moduleNames = () => JSON.stringify(Object.fromEntries(Object.entries(modules).map(([name, module]) => [name, Object.keys(module).filter((key) => /^[A-Za-z_$][\w$]*$/.test(key) && key !== 'default')])));

const loaded = new Map();
const requireFrom = (folder) => (name) => {
  if (Object.hasOwn(modules, bare(name))) return modules[bare(name)];
  const missing = () => Object.assign(new Error("Cannot find module '" + name + "'"), { code: 'MODULE_NOT_FOUND' });
  if (!/^\.{0,2}\//.test(name)) throw missing();
  const base = name.startsWith('/') ? name : folder + '/' + name;
  const file = ['', '.js', '.cjs', '.json', '/index.js'].map((end) => path_.normalize(base + end)).find((each) => { const found = host.stat(each); return found !== null && found[0] === 0; });
  if (file === undefined) throw missing();
  if (loaded.has(file)) return loaded.get(file).exports;
  const module = { exports: {}, filename: file };
  loaded.set(file, module);
  const source = fs.readFileSync(file, 'utf8');
  if (file.endsWith('.json')) module.exports = JSON.parse(source);
  else {
    const run = host.compile('(function (exports, require, module, __filename, __dirname) {' + source + '\n})', file);
    run.call(module.exports, module.exports, requireFrom(path_.dirname(file)), module, file, path_.dirname(file));
  }
  return module.exports;
};

const start = ({ main, args, env }) => {
  performance.timeOrigin = Date.now() - host.now();
  globalThis.require = requireFrom(path_.dirname(main));
  const stream = (fd) => ({ fd, isTTY: false, columns: 80, write: (data) => { host.write(fd, typeof data === 'string' ? data : new TextDecoder().decode(data)); return true; } });
  let exitCode;
  globalThis.process = Object.assign(new EventEmitter(), {
    argv: ['/usr/bin/node', main, ...args], argv0: 'node', env, platform: 'sandbox', arch: 'wasm32', pid: 1, version: 'v0.0.0', versions: {}, execArgv: [],
    cwd: () => '/work', chdir: () => { throw new Error('process.chdir() is not supported in the sandbox'); },
    exit: (code) => { host.exit(Number(code ?? exitCode ?? 0)); }, uptime: () => host.now() / 1000,
    hrtime: Object.assign(() => { const now = host.now(); return [Math.floor(now / 1000), Math.round((now % 1000) * 1e6)]; }, { bigint: () => BigInt(Math.round(host.now() * 1e6)) }),
    memoryUsage: () => ({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }),
    nextTick: (run, ...args) => { queueMicrotask(() => run(...args)); }, emitWarning: (text) => toStderr('Warning: ' + text),
    stdout: stream(1), stderr: stream(2),
    stdin: { fd: 0, isTTY: false, setEncoding: () => {}, [Symbol.asyncIterator]: async function* () { const text = fs.readFileSync(0, 'utf8'); if (text) yield text; } },
  });
  Object.defineProperty(process, 'exitCode', { enumerable: true, get: () => exitCode, set: (code) => { exitCode = code === undefined ? undefined : Number(code); } });
  modules.process = process;
};
// What the host asks for between turns: bound now, so that nothing the script does to its world changes it.
const numberOf = (value) => (typeof value === 'number' && value === value ? value & 255 : 0);
globalThis.__inside = {
  start,
  describe: (error) => { try { return error instanceof Error ? 'Uncaught ' + describeError(error) : 'Uncaught ' + inspect(error, 1); } catch { return 'Uncaught error'; } },
  kind: (error) => { try { return error?.code === 'ENOSPC' ? 'disk' : error instanceof Error && error.name === 'InternalError' && /out of memory/.test(error.message) ? 'memory' : 'exit'; } catch { return 'exit'; } },
  exitCode: () => { try { return numberOf(process.exitCode); } catch { return 0; } },
  emitExit: () => { try { process.emit?.('exit', numberOf(process.exitCode)); } catch (error) { host.write(2, inspect(error) + '\n'); } },
  tick: () => {
    let next;
    for (const timer of timers.values()) if (next === undefined || timer.at < next.at) next = timer;
    if (next === undefined) return false;
    const left = next.at - host.now();
    if (left > 0) host.sleep(left);
    if (next.every === undefined) timers.delete(next.id);
    else next.at = host.now() + next.every;
    next.run(...next.args);
    return true;
  },
};
})()`;
