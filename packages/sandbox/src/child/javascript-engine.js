import { fs, path } from './builtins.js';
import { importMemory, pageBytes } from './wasm-memory.js';

/**
 * @typedef {import('quickjs-wasi').QuickJS} QuickJS
 * @typedef {import('quickjs-wasi').Snapshot} Snapshot
 * @typedef {Awaited<ReturnType<typeof loadEngine>>} Engine
 */

const maxStackBytes = 512 * 1024;
/** The engine limits its allocations; the rest of its memory is stack and static data. */
const engineReserveBytes = 3 * 1024 * 1024;

const { instantiate } = WebAssembly;

/**
 * Makes the engine's module use `memory` while `create` runs, by a temporary replacement of `WebAssembly.instantiate`.
 * @template T
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory} memory
 * @param {() => Promise<T>} create
 */
const withMemory = async (module, memory, create) => {
  Object.assign(WebAssembly, {
    instantiate: (/** @type {any} */ source, /** @type {any} */ imports) =>
      instantiate(source, source === module ? { ...imports, env: { ...imports?.env, memory } } : imports),
  });
  try {
    return await create();
  } finally {
    WebAssembly.instantiate = instantiate;
  }
};

/** @param {string} folder */
const compileEngine = (folder) => {
  const { bytes, minPages } = importMemory(fs.readFileSync(path.join(folder, 'quickjs.wasm')));
  const module = new WebAssembly.Module(bytes);
  const extensions = ['url', 'encoding', 'structured-clone'].map((name) => ({
    name,
    wasm: new WebAssembly.Module(fs.readFileSync(path.join(folder, 'extensions', name, `${name}.so`))),
  }));
  return { module, minPages, extensions };
};

/** @param {string} folder */
export const loadEngine = async (folder) => {
  const { EvalFlags, QuickJS } = /** @type {typeof import('quickjs-wasi')} */ (
    await import(path.join(folder, 'dist/index.js'))
  );
  const { module, minPages, extensions } = compileEngine(folder);

  /**
   * A virtual machine, new or from a snapshot, in a memory that cannot grow beyond `memoryBytes`.
   * @param {number} memoryBytes
   * @param {Snapshot | undefined} snapshot
   * @param {Partial<import('quickjs-wasi').QuickJSOptions>} [options]
   */
  const createMachine = async (memoryBytes, snapshot, options) => {
    const memory = new WebAssembly.Memory({
      initial: minPages,
      maximum: Math.max(minPages, Math.floor(memoryBytes / pageBytes)),
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
    const vm = await withMemory(module, memory, () =>
      snapshot ? QuickJS.restore(snapshot, all) : QuickJS.create(all),
    );
    return { vm, memory };
  };
  return {
    createMachine,
    EvalFlags,
    encodeSnapshot: (/** @type {Snapshot} */ snapshot) => QuickJS.serializeSnapshot(snapshot),
    decodeSnapshot: (/** @type {Uint8Array} */ bytes) => QuickJS.deserializeSnapshot(bytes),
  };
};
