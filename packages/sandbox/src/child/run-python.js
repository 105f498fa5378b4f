import { fs, path } from './builtins.js';
import { pauseMs } from './frames.js';
import { endJob, endWithSnapshot, receiveJob, writeError, writeOutput, writeProgress } from './job-channel.js';
import { PythonGate } from './python-gate.js';
import { limitPythonFiles, walkPythonFiles } from './python-files.js';
import { compileEngine, encodePrepared, readPrepared } from './python-preparation.js';
import { pythonPreload, pythonSetUp, pythonWarmUp, readPythonPrelude } from './python-prelude.js';
import { loadWheels } from './python-wheels.js';

const trapped = 134;
const maxSleepMs = 86_400_000;
const minTrampolines = 100;

/** The prototype of all memories, whose `grow` is replaced. */
const memoryPrototype = /** @type {{ grow(pages: number): number }} */ (WebAssembly.Memory.prototype);

/** Keeps every memory below a limit that is set later. The engine grows its memory only by this function. */
const limitMemory = () => {
  const { grow } = memoryPrototype;
  const limit = { bytes: Infinity, wasReached: false };
  /** @this {WebAssembly.Memory} @param {number} pages */
  memoryPrototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * 65_536 > limit.bytes) {
      limit.wasReached = true;
      throw new RangeError('the memory is at its limit');
    }
    return grow.call(this, pages);
  };
  return limit;
};

/** @param {PythonGate} gate */
const watchLinking = (gate) => {
  // With stack switching, some imports would not be functions and could not be gated.
  Reflect.deleteProperty(WebAssembly, 'Suspending');
  Reflect.deleteProperty(WebAssembly, 'promising');
  const { instantiate, Instance } = WebAssembly;
  Object.assign(WebAssembly, {
    instantiate: (/** @type {any} */ source, /** @type {any} */ imports) => {
      if (imports?.env) gate.guard(imports);
      return instantiate(source, imports);
    },
  });
  const trampolineInstance = new Proxy(Instance, {
    construct(target, [module, imports]) {
      if (imports?.e && 'f' in imports.e) gate.countTrampoline(imports.e.f);
      else if (imports?.env) gate.guard({ ...imports });
      return new target(module, imports);
    },
  });
  Object.defineProperty(WebAssembly, 'Instance', { value: trampolineInstance });
};

/**
 * @typedef {{ engineFolder: string, snapshotFd: number | null, makesSnapshot: boolean, wheelFds: number[],
 *   importGate: boolean }} Config
 * @typedef {{ exitCode: number, reason: 'exit' | 'memory' | 'disk' | 'sandbox_violation', message: string | null }} Ending
 */

/**
 * The engine with the prelude: new, or from a snapshot.
 * @param {Config} config
 */
const bootPython = async ({ engineFolder, snapshotFd, makesSnapshot, importGate }) => {
  // The engine reads the constants of files by a call that the permission model forbids.
  // @ts-expect-error deprecated, and not in the types
  process.binding = () => ({ fs: fs.constants, os: {} });
  const { loadPyodide } = await import(path.join(engineFolder, 'pyodide.mjs'));
  const prepared = snapshotFd === null ? undefined : readPrepared(snapshotFd);
  const engine = compileEngine(engineFolder, prepared?.code);
  const python = await loadPyodide({
    createPyodideModule: engine.runInThisContext(),
    env: { HOME: '/work', PYTHONDONTWRITEBYTECODE: '1', PYTHONHASHSEED: 'random' },
    ...(importGate ? { jsglobals: Object.create(null) } : {}),
    enableRunUntilComplete: false,
    _makeSnapshot: makesSnapshot,
    ...(prepared && { _loadSnapshot: prepared.memory }),
  });
  /** @param {string} source */
  const execute = (source) => {
    const bytes = Buffer.from(`${source}\0`);
    const pointer = python._module._malloc(bytes.length);
    python._module.HEAPU8.set(bytes, pointer);
    const failed = python._module._PyRun_SimpleString(pointer) !== 0;
    python._module._free(pointer);
    if (failed) throw new Error("Python's prelude failed");
  };
  if (makesSnapshot) execute(pythonPreload);
  if (!prepared) execute(readPythonPrelude());
  if (makesSnapshot) {
    endWithSnapshot(encodePrepared({ memory: python.makeMemorySnapshot(), code: engine.createCachedData() }));
  }
  return { python, execute };
};

/**
 * Connects the streams and devices of a job.
 * @param {any} python
 * @param {{ bytes: Buffer }} stdin
 */
const connect = (python, stdin) => {
  const write = (/** @type {'stdout' | 'stderr'} */ stream) => ({
    isatty: false,
    write: (/** @type {Uint8Array} */ bytes) => {
      writeOutput(stream, bytes);
      return bytes.length;
    },
  });
  python.setStdout(write('stdout'));
  python.setStderr(write('stderr'));
  python.setStdin({
    isatty: false,
    read: (/** @type {Uint8Array} */ into) => {
      const part = stdin.bytes.subarray(0, into.length);
      into.set(part);
      stdin.bytes = stdin.bytes.subarray(part.length);
      return part.length;
    },
  });
  const { FS } = python._module;
  addDevice(FS, 1, '/dev/sleep', (text) => {
    const ms = Number(text);
    if (ms > 0) pauseMs(Math.min(ms, maxSleepMs));
  });
  addDevice(FS, 2, '/dev/progress', sayProgress);
};

/**
 * Writes the files of a job and its program to the places where the prelude reads them.
 * @param {any} FS
 * @param {import('./job-channel.js').Job} job
 */
const placeJob = (FS, job) => {
  for (const { path: name, content } of job.files) {
    FS.mkdirTree(path.join('/work', path.dirname(name)));
    FS.writeFile(`/work/${name}`, content);
  }
  FS.writeFile('/.job.json', JSON.stringify({ path: job.codePath, code: job.code, args: job.args, env: job.env }));
};

/**
 * The end of a program that threw.
 * @param {unknown} error
 * @param {any} FS
 * @param {boolean} isMemoryFull
 * @returns {Ending}
 */
const endingOf = (error, FS, isMemoryFull) => {
  const { status, message } = /** @type {{ status?: unknown, message?: string }} */ (error);
  if (typeof status === 'number') return { exitCode: status & 255, ...readEnd(FS) };
  const isMemory = isMemoryFull && !(message ?? '').includes('call stack');
  const trap = `trap: ${message ?? 'unknown'}`;
  writeError(`${trap}\n`);
  return { exitCode: trapped, reason: isMemory ? 'memory' : 'exit', message: trap };
};

/**
 * A warm engine for a job, with its gate shut.
 * @param {Config} config
 */
const preparePython = async (config) => {
  const { importGate } = config;
  const gate = new PythonGate({ isOpen: !importGate });
  const memoryLimit = limitMemory();
  watchLinking(gate);
  const { python, execute } = await bootPython(config);
  const { FS } = python._module;
  const modules = await loadWheels(python, config.wheelFds);
  gate.admitLinked(modules, (pointer) => python._module.UTF8ToString(pointer));
  const stdin = { bytes: Buffer.alloc(0) };
  connect(python, stdin);
  FS.mkdirTree('/work');
  execute(pythonSetUp);
  execute(pythonWarmUp);
  if (importGate && (gate.ungated.length > 0 || gate.trampolines < minTrampolines)) {
    throw new Error(`${gate.trampolines} trampolines, not gated: ${gate.ungated.join(', ')}`);
  }
  gate.isShut = importGate;
  return { python, execute, gate, memoryLimit, stdin };
};

/** @param {Config} config */
export const runPython = async (config) => {
  const { python, execute, gate, memoryLimit, stdin } = await preparePython(config);
  const { FS } = python._module;
  const job = receiveJob();
  stdin.bytes = Buffer.from(job.stdin);
  memoryLimit.bytes = job.limits.memoryBytes;
  placeJob(FS, job);
  const inputBytes = job.files.reduce((sum, { content }) => sum + content.length, 0);
  const files = limitPythonFiles(FS, {
    maxBytes: job.limits.diskBytes - inputBytes,
    maxFiles: job.limits.maxFiles - job.files.length,
  });

  /** @type {Ending} */
  let ending = { exitCode: 1, reason: 'exit', message: null };
  try {
    execute('_sandbox_run()');
  } catch (error) {
    ending = endingOf(error, FS, memoryLimit.wasReached);
  }
  if (gate.violation !== undefined) {
    ending = { exitCode: trapped, reason: 'sandbox_violation', message: `sandbox violation: ${gate.violation}` };
    writeError(`${ending.message}\n`);
  }
  endJob(
    { ...ending, memoryBytes: python._module.HEAPU8.byteLength, diskBytes: files.peakBytes + inputBytes },
    walkPythonFiles(FS, '/work'),
  );
};

/**
 * Passes on progress from Python's prelude. A job may imitate the prelude, so invalid text is ignored.
 * @param {string} text
 */
const sayProgress = (text) => {
  try {
    const { fraction, message } = JSON.parse(text);
    if (typeof fraction !== 'number' || !(fraction >= 0 && fraction <= 1)) return;
    writeProgress({ fraction, message: typeof message === 'string' ? message : null });
  } catch {
    return;
  }
};

/**
 * A device that passes text on when it is written to.
 * @param {any} FS
 * @param {number} minor
 * @param {string} name
 * @param {(text: string) => void} take
 */
const addDevice = (FS, minor, name, take) => {
  const device = FS.makedev(200, minor);
  FS.registerDevice(device, {
    open: () => undefined,
    close: () => undefined,
    read: () => 0,
    /** @param {unknown} _stream @param {Uint8Array} from @param {number} offset @param {number} length */
    write(_stream, from, offset, length) {
      take(Buffer.from(from.slice(offset, offset + length)).toString());
      return length;
    },
  });
  FS.mkdev(name, device);
};

/**
 * Reads the end that Python's prelude wrote. A job may imitate the prelude, but only lies about its own end.
 * @param {any} FS
 */
const readEnd = (FS) => {
  try {
    const { reason, message } = JSON.parse(FS.readFile('/.end.json', { encoding: 'utf8' }));
    return {
      reason: /** @type {'exit' | 'memory' | 'disk'} */ (['memory', 'disk'].includes(reason) ? reason : 'exit'),
      message: typeof message === 'string' ? message.slice(0, 1000) : null,
    };
  } catch {
    return { reason: /** @type {const} */ ('exit'), message: null };
  }
};
