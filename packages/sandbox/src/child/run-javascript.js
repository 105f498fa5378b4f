import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pauseMs } from './frames.js';
import { javascriptPrelude } from './javascript-prelude.js';
import { endJob, receiveJob, writeError, writeOutput } from './job-channel.js';
import { MemFs } from './mem-fs.js';
import { importMemory, pageBytes } from './wasm-memory.js';

/**
 * @typedef {import('quickjs-wasi').QuickJS} QuickJS
 * @typedef {import('quickjs-wasi').JSValueHandle} Handle
 */

const maxStackBytes = 512 * 1024;
/** The engine counts what it allocates; the rest of its memory is stack and static data. */
const engineReserveBytes = 3 * 1024 * 1024;
const maxRandomBytes = 65_536;
const warmUpRounds = 8;
const warmUpSource = `(() => {
  const seen = new Map();
  let sum = 0;
  for (let i = 0; i < 20000; i++) { sum = (sum * 31 + i) % 1000003; seen.set('k' + (i % 50), sum); }
  return [...seen.values()].sort((a, b) => a - b).map(String).join().replace(/1/g, 'x').length;
})()`;

/** An error without the host's stack: the engine hands its stack on to the guest. @param {string} message */
const guestError = (message) => Object.assign(new Error(message), { stack: '' });

/** @param {string} folder */
const loadEngine = async (folder) => {
  const { EvalFlags, QuickJS } = /** @type {typeof import('quickjs-wasi')} */ (
    await import(path.join(folder, 'dist/index.js'))
  );
  const { bytes, minPages } = importMemory(fs.readFileSync(path.join(folder, 'quickjs.wasm')));
  const module = new WebAssembly.Module(bytes);
  const extensions = ['url', 'encoding', 'structured-clone'].map((name) => ({
    name,
    wasm: new WebAssembly.Module(fs.readFileSync(path.join(folder, 'extensions', name, `${name}.so`))),
  }));
  const { instantiate } = WebAssembly;

  /**
   * A virtual machine in a memory that the engine cannot grow beyond `memoryBytes`.
   * @param {number} memoryBytes
   * @param {Partial<import('quickjs-wasi').QuickJSOptions>} options
   */
  const create = async (memoryBytes, options) => {
    const memory = new WebAssembly.Memory({
      initial: minPages,
      maximum: Math.max(minPages, Math.floor(memoryBytes / pageBytes)),
    });
    WebAssembly.instantiate = (source, imports) =>
      instantiate(source, source === module ? { ...imports, env: { ...imports?.['env'], memory } } : imports);
    try {
      const vm = await QuickJS.create({
        wasm: module,
        extensions,
        memoryLimit: Math.max(memoryBytes - engineReserveBytes, pageBytes),
        maxStackSize: maxStackBytes,
        timezoneOffset: 0,
        wasi: () => ({ fd_write: () => 0 }),
        ...options,
      });
      return { vm, memory };
    } finally {
      WebAssembly.instantiate = instantiate;
    }
  };
  return { create, EvalFlags };
};

/**
 * The functions that the prelude finds as `__host`.
 * @param {QuickJS} vm
 * @param {MemFs} files
 * @param {Uint8Array} stdin
 * @param {(exitCode: number) => never} exit
 */
const bindHost = (vm, files, stdin, exit) => {
  const host = vm.newObject();
  /** @param {string} name @param {(...args: Handle[]) => Handle} run */
  const bind = (name, run) => {
    const handle = vm.newFunction(`host.${name}`, (...args) => {
      try {
        return run(...args);
      } catch (error) {
        throw 'handle' in /** @type {object} */ (error) ? error : guestError(/** @type {Error} */ (error).message);
      }
    });
    vm.setProp(host, name, handle);
    handle.dispose();
  };
  /** @param {Handle | undefined} handle */
  const text = (handle) => handle?.toString() ?? '';
  /** @param {string} name */
  const inWork = (name) => (name.startsWith('/') ? name : `/work/${name}`);
  /** @param {Handle | undefined} handle */
  const find = (handle) => files.find(inWork(text(handle)));

  bind('write', (stream, data) => {
    writeOutput(stream?.toNumber() === 2 ? 'stderr' : 'stdout', Buffer.from(text(data)));
    return vm.undefined;
  });
  bind('read', (name) => {
    if (text(name) === '/dev/stdin') return vm.newUint8Array(stdin);
    const node = find(name);
    if (!node) return vm.newString('ENOENT');
    return node.kind === 'directory' ? vm.newString('EISDIR') : vm.newUint8Array(node.data.slice(0, node.size));
  });
  bind('base64', (bytes) => vm.newString(Buffer.from(bytes?.toUint8Array() ?? []).toString('base64')));
  bind('writeFile', (name, data, append) => 
    vm.newString(
      files.writeFile(inWork(text(name)), data?.toUint8Array() ?? new Uint8Array(), {
        append: append?.toBoolean() ?? false,
      }),
    ),
  );
  bind('list', (name) => {
    const node = find(name);
    if (!node) return vm.newString('ENOENT');
    return node.kind === 'file' ? vm.newString('ENOTDIR') : vm.hostToHandle([...node.entries.keys()]);
  });
  bind('stat', (name) => {
    const node = find(name);
    if (!node) return vm.null;
    return vm.hostToHandle([node.kind === 'directory' ? 1 : 0, node.kind === 'file' ? node.size : 0, node.mtimeMs]);
  });
  bind('makeDirectory', (name, recursive) => {
    const place = inWork(text(name));
    if (recursive?.toBoolean()) return vm.newString(makeDirectories(files, place));
    const found = files.resolve(place);
    if (typeof found === 'string') return vm.newString(found);
    if (found.node) return vm.newString('EEXIST');
    return vm.newString(files.addDirectory(found.parent, found.name) ? 'ok' : 'ENOSPC');
  });
  bind('remove', (name) => {
    const found = files.resolve(inWork(text(name)));
    if (typeof found === 'string') return vm.newString(found);
    if (!found.node) return vm.newString('ENOENT');
    if (found.name === '') return vm.newString('EINVAL');
    if (found.node.kind === 'directory' && found.node.entries.size > 0) return vm.newString('ENOTEMPTY');
    files.unlink(found.parent, found.name);
    return vm.newString('ok');
  });
  bind('rename', (from, to) => {
    const [source, target] = [files.resolve(inWork(text(from))), files.resolve(inWork(text(to)))];
    if (typeof source === 'string') return vm.newString(source);
    return vm.newString(typeof target === 'string' ? target : files.rename(source, target));
  });
  bind('compile', (source, name) => vm.evalCode(text(source), text(name)));
  bind('random', (count) => {
    const wanted = count?.toNumber() ?? 0;
    if (!(wanted >= 0 && wanted <= maxRandomBytes)) throw guestError('at most 65536 random bytes at a time');
    return vm.newUint8Array(randomBytes(wanted));
  });
  bind('sleep', (ms) => {
    pauseMs(ms?.toNumber() ?? 0);
    return vm.undefined;
  });
  bind('now', () => vm.newNumber(Math.round(performance.now() * 1000) / 1000));
  bind('exit', (code) => exit((code?.toNumber() ?? 0) & 255));
  vm.setProp(vm.global, '__host', host);
  host.dispose();
};

/** @param {MemFs} files @param {string} place */
const makeDirectories = (files, place) => {
  const before = files.find(place);
  if (before) return before.kind === 'directory' ? 'ok' : 'EEXIST';
  if (files.makeDirectories(place)) return 'ok';
  return files.wasFull ? 'ENOSPC' : 'ENOTDIR';
};

/** The source of a module that hands on what the prelude holds under this name. @param {string} name @param {string[]} names */
const builtInSource = (name, names) =>
  `const module = globalThis.__module(${JSON.stringify(name)}); export default module;\n` +
  names.map((each) => `export const ${each} = module[${JSON.stringify(each)}];`).join('\n');

/**
 * Where imports lead: to the prelude's modules, and to files of the job.
 * @param {MemFs} files
 * @param {{ path: string, code: string }} main
 * @param {() => Record<string, string[]>} builtIns
 */
const createModuleLoader = (files, main, builtIns) => ({
  /** @param {string} base @param {string} specifier */
  normalize: (base, specifier) => {
    const bare = specifier.replace(/^node:/, '');
    if (Object.hasOwn(builtIns(), bare)) return `node:${bare}`;
    if (!/^\.{0,2}\//.test(specifier))
      throw guestError(`Cannot find package '${specifier}': a job has its own files only`);
    return path.posix.resolve(path.posix.dirname(base), specifier);
  },
  /** @param {string} name */
  load: (name) => {
    const bare = name.replace(/^node:/, '');
    const names = builtIns()[bare];
    if (name.startsWith('node:') && names) return builtInSource(bare, names);
    if (name === main.path) return main.code;
    const node = files.find(name);
    if (node?.kind !== 'file') throw guestError(`Cannot find module '${name}'`);
    const source = new TextDecoder().decode(node.data.subarray(0, node.size));
    return name.endsWith('.json') ? `export default ${source}` : source;
  },
});

/** @param {{ engineFolder: string }} config */
export const runJavascript = async ({ engineFolder }) => {
  const { create, EvalFlags } = await loadEngine(engineFolder);
  const nothing = new MemFs({ maxBytes: 0, maxFiles: 0 });
  const warm = await create(64 * 1024 * 1024, {});
  bindHost(warm.vm, nothing, new Uint8Array(), () => process.exit(1));
  warm.vm.evalCode(javascriptPrelude, 'sandbox:prelude').dispose();
  // Compiled code belongs to the module, not to the instance: a job's machine finds it fast already.
  for (let round = 0; round < warmUpRounds; round++) warm.vm.evalCode(warmUpSource).dispose();
  warm.vm.dispose();
  globalThis.gc?.();

  const job = receiveJob();
  const files = new MemFs({ maxBytes: job.limits.diskBytes, maxFiles: job.limits.maxFiles });
  files.makeDirectories('work');
  files.makeDirectories('tmp');
  for (const { path: name, content } of job.files) {
    files.makeDirectories(path.posix.join('work', path.posix.dirname(name)));
    files.writeFile(`work/${name}`, content);
  }
  const main = { path: path.posix.join('/work', job.codePath), code: job.code };
  /** @type {Record<string, string[]>} */
  let builtIns = {};
  /** Rejections that nobody has taken care of yet, by the identity of their promise. @type {Map<number, Handle>} */
  const unhandled = new Map();
  const { vm, memory } = await create(job.limits.memoryBytes, {
    moduleLoader: createModuleLoader(files, main, () => builtIns),
    onUnhandledRejection: (promise, reason, isHandled) => {
      if (isHandled) unhandled.delete(promise.identity);
      else unhandled.set(promise.identity, reason.dup());
    },
  });

  /** @param {number} exitCode @param {'exit' | 'memory' | 'disk'} [reason] @param {string | null} [message] @returns {never} */
  const end = (exitCode, reason = 'exit', message = null) => {
    const work = files.find('work');
    endJob(
      { exitCode, reason, message, memoryBytes: memory.buffer.byteLength, diskBytes: files.peakBytes },
      work?.kind === 'directory' ? files.walk(work) : [],
    );
  };

  bindHost(vm, files, Buffer.from(job.stdin), end);
  vm.evalCode(javascriptPrelude, 'sandbox:prelude').dispose();
  const takeGlobal = (/** @type {string} */ name) => {
    const handle = vm.global.getProp(name);
    vm.evalCode(`delete globalThis.${name}`).dispose();
    return handle;
  };
  const names = takeGlobal('__moduleNames');
  // As text: `dump` leaves an exception pending in the engine for whatever is no array of bytes.
  builtIns = JSON.parse(vm.callFunction(names, vm.undefined).toString());
  builtIns['process'] = ['argv', 'env', 'exit', 'cwd', 'stdout', 'stderr', 'stdin', 'hrtime', 'nextTick', 'platform'];
  const start = takeGlobal('__start');
  const inside = takeGlobal('__inside');
  const setUp = vm.hostToHandle({ main: main.path, args: job.args, env: job.env });
  vm.callFunction(start, vm.undefined, setUp).dispose();
  const [describe, kindOf, exitCodeOf, emitExit, tick] = ['describe', 'kind', 'exitCode', 'emitExit', 'tick'].map(
    (name) => inside.getProp(name),
  );
  const call = (/** @type {Handle | undefined} */ run, /** @type {Handle[]} */ ...args) =>
    vm.callFunction(/** @type {Handle} */ (run), vm.undefined, ...args);

  const isMemoryFull = () => memory.buffer.byteLength > job.limits.memoryBytes * 0.85;

  /** @param {Handle} error @returns {never} */
  const endWithError = (error) => {
    /** @type {'exit' | 'memory' | 'disk'} */
    let reason = 'exit';
    let text = 'Uncaught error';
    try {
      reason = /** @type {typeof reason} */ (call(kindOf, error).toString());
      text = call(describe, error).toString();
    } catch {
      if (isMemoryFull()) reason = 'memory';
    }
    writeError(`${text}\n`);
    end(1, reason, text.split('\n', 1)[0] ?? null);
  };
  /** @param {unknown} error @returns {never} */
  const endWithThrown = (error) => {
    const handle = /** @type {{ handle?: Handle }} */ (error).handle;
    if (handle) endWithError(handle);
    const { message } = /** @type {Error} */ (error);
    writeError(`${message}\n`);
    end(1, /out of memory|memory access|malloc failed/.test(message) || isMemoryFull() ? 'memory' : 'exit', message);
  };
  const settle = () => {
    vm.executePendingJobs();
    for (const reason of unhandled.values()) endWithError(reason);
  };

  try {
    const promise = vm.evalCode(main.code, main.path, EvalFlags.TYPE_MODULE);
    vm.markPromiseHandled(promise);
    for (;;) {
      settle();
      if (promise.promiseState === 2) {
        const settled = await vm.resolvePromise(promise);
        if ('error' in settled) endWithError(settled.error);
      }
      if (!call(tick).toBoolean()) break;
    }
    settle();
    if (promise.promiseState === 0) {
      // A chain of promises that filled the memory loses its errors with it, and looks as if it had only stopped.
      if (isMemoryFull()) end(1, 'memory');
      writeError('Warning: the top-level await never settled\n');
      end(13, 'exit', 'the top-level await never settled');
    }
    call(emitExit).dispose();
    end(call(exitCodeOf).toNumber());
  } catch (error) {
    endWithThrown(error);
  }
};
