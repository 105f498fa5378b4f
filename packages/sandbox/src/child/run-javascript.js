import fs from 'node:fs';
import path from 'node:path';
import { hostFunctions } from './javascript-host.js';
import { createModuleLoader } from './javascript-modules.js';
import { javascriptPrelude } from './javascript-prelude.js';
import { endJob, receiveJob, writeError } from './job-channel.js';
import { MemFs } from './mem-fs.js';
import { importMemory, pageBytes } from './wasm-memory.js';

/**
 * @typedef {import('quickjs-wasi').QuickJS} QuickJS
 * @typedef {import('quickjs-wasi').JSValueHandle} Handle
 */

const maxStackBytes = 512 * 1024;
/** The engine counts what it allocates; the rest of its memory is stack and static data. */
const engineReserveBytes = 3 * 1024 * 1024;
const warmUpRounds = 4;
const warmUpMemoryBytes = 64 * 1024 * 1024;
const warmUpSource = `(() => {
  const seen = new Map();
  let sum = 0;
  for (let i = 0; i < 5000; i++) { sum = (sum * 31 + i) % 1000003; seen.set('k' + (i % 50), sum); }
  return [...seen.values()].sort((a, b) => a - b).map(String).join().replace(/1/g, 'x').length;
})()`;

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
   * A virtual machine in a memory that the engine cannot grow beyond `memoryBytes`: new, or as it was once.
   * @param {number} memoryBytes
   * @param {import('quickjs-wasi').Snapshot | undefined} snapshot
   * @param {Partial<import('quickjs-wasi').QuickJSOptions>} [options]
   */
  const createMachine = async (memoryBytes, snapshot, options) => {
    const memory = new WebAssembly.Memory({
      initial: minPages,
      maximum: Math.max(minPages, Math.floor(memoryBytes / pageBytes)),
    });
    Object.assign(WebAssembly, {
      instantiate: (/** @type {any} */ source, /** @type {any} */ imports) =>
        instantiate(source, source === module ? { ...imports, env: { ...imports?.['env'], memory } } : imports),
    });
    const all = {
      wasm: module,
      extensions,
      memoryLimit: Math.max(memoryBytes - engineReserveBytes, pageBytes),
      maxStackSize: maxStackBytes,
      timezoneOffset: 0,
      wasi: () => ({ fd_write: () => 0 }),
      ...options,
    };
    try {
      return { vm: await (snapshot ? QuickJS.restore(snapshot, all) : QuickJS.create(all)), memory };
    } finally {
      WebAssembly.instantiate = instantiate;
    }
  };
  return { createMachine, EvalFlags };
};

/** What the host keeps of the prelude: how to begin, and what to ask between turns. */
const insideNames = /** @type {const} */ (['start', 'describe', 'kind', 'exitCode', 'emitExit', 'tick']);

/**
 * A machine with the prelude in it, warmed up, as every job starts from. Compiled code belongs to the module, not to
 * the machine: what ran here is fast in the job's own.
 * @param {Awaited<ReturnType<typeof loadEngine>>} engine
 */
const prepareMachine = async ({ createMachine, EvalFlags }) => {
  const { vm } = await createMachine(warmUpMemoryBytes, undefined);
  const nothing = new MemFs({ maxBytes: 0, maxFiles: 0 });
  const host = vm.newObject();
  for (const [name, run] of hostFunctions(vm, nothing, new Uint8Array(), () => process.exit(1))) {
    const handle = vm.newFunction(`host.${name}`, run);
    vm.setProp(host, name, handle);
    handle.dispose();
  }
  vm.setProp(vm.global, '__host', host);
  host.dispose();
  vm.evalCode(javascriptPrelude, 'sandbox:prelude').dispose();
  for (let round = 0; round < warmUpRounds; round++) vm.evalCode(warmUpSource).dispose();
  const takeGlobal = (/** @type {string} */ name) => {
    const handle = vm.global.getProp(name);
    vm.evalCode(`delete globalThis.${name}`).dispose();
    return handle;
  };
  // As text: `dump` leaves an exception pending in the engine for whatever is no array of bytes.
  const names = takeGlobal('__moduleNames');
  /** @type {Record<string, string[]>} */
  const builtIns = JSON.parse(vm.callFunction(names, vm.undefined).consume((text) => text.toString()));
  builtIns['process'] = ['argv', 'env', 'exit', 'cwd', 'stdout', 'stderr', 'stdin', 'hrtime', 'nextTick', 'platform'];
  const inside = takeGlobal('__inside');
  const tokens = insideNames.map((name) => vm.exportHandle(inside.getProp(name)));
  vm.runGC();
  const snapshot = vm.snapshot();

  // A rehearsal: what a job's beginning needs is compiled by then.
  const { vm: rehearsal } = await createMachine(warmUpMemoryBytes, snapshot);
  rehearsal.evalCode('export const one = await 1;', 'sandbox:rehearsal', EvalFlags.TYPE_MODULE).dispose();
  rehearsal.executePendingJobs();
  return { snapshot, tokens, builtIns };
};

/** @param {{ engineFolder: string }} config */
export const runJavascript = async ({ engineFolder }) => {
  const engine = await loadEngine(engineFolder);
  const { snapshot, tokens, builtIns } = await prepareMachine(engine);
  const { createMachine, EvalFlags } = engine;
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
  /** Rejections that nobody has taken care of yet, by the identity of their promise. @type {Map<number, Handle>} */
  const unhandled = new Map();
  const { vm, memory } = await createMachine(job.limits.memoryBytes, snapshot, {
    moduleLoader: createModuleLoader(files, main, builtIns),
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

  for (const [name, run] of hostFunctions(vm, files, Buffer.from(job.stdin), end)) {
    vm.registerHostCallback(`host.${name}`, run);
  }
  const [start, describe, kindOf, exitCodeOf, emitExit, tick] = tokens.map((token) => vm.importHandle(token));
  const call = (/** @type {Handle | undefined} */ run, /** @type {Handle[]} */ ...args) =>
    vm.callFunction(/** @type {Handle} */ (run), vm.undefined, ...args);

  call(start, vm.hostToHandle({ main: main.path, args: job.args, env: job.env })).dispose();

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
