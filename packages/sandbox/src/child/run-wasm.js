import { endJob, receiveJob, writeError, writeOutput } from './job-channel.js';
import { filesInWork, filesOfJob } from './job-files.js';
import { createWasi, GuestExit } from './wasi.js';
import { capModule } from './wasm-memory.js';

const cannotRun = 126;
const trapped = 134;

/** @typedef {Awaited<ReturnType<typeof import('wabt')>>} Wabt */

/** @param {import('./job-channel.js').Job} job @param {Wabt | undefined} wabt @returns {WebAssembly.Module} */
const compile = (job, wabt) => {
  const bytes =
    job.codeEncoding === 'wat'
      ? /** @type {Wabt} */ (wabt)
          .parseWat(job.codePath, job.code, { bulk_memory: true, reference_types: true, simd: true })
          .toBinary({}).buffer
      : Buffer.from(job.code, 'base64');
  const module = new WebAssembly.Module(capModule(bytes, job.limits.memoryBytes));
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (from !== 'wasi_snapshot_preview1' || kind !== 'function') {
      throw new Error(
        `the module imports ${from}.${name} (${kind}); only functions of wasi_snapshot_preview1 are there`,
      );
    }
  }
  return module;
};

/** @typedef {{ exitCode: number, message: string | null, isMemory?: boolean }} End */

/**
 * Runs a command of WASI to its end.
 * @param {WebAssembly.Module} module
 * @param {ReturnType<typeof createWasi>} wasi
 * @param {(memory: WebAssembly.Memory) => void} onMemory receives the memory of the command before it starts
 * @returns {End}
 */
const runCommand = (module, wasi, onMemory) => {
  try {
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.imports });
    const { memory, _start: start } = instance.exports;
    if (!(memory instanceof WebAssembly.Memory) || typeof start !== 'function') {
      return { exitCode: cannotRun, message: 'the module is no WASI command: it exports no memory or no _start' };
    }
    onMemory(memory);
    wasi.attach(memory);
    start();
  } catch (error) {
    if (error instanceof GuestExit) return { exitCode: error.code, message: null };
    const { message } = /** @type {Error} */ (error);
    return { exitCode: trapped, message: `trap: ${message}`, isMemory: /could not allocate memory/i.test(message) };
  }
  return { exitCode: 0, message: null };
};

/**
 * @param {{ wabtEntry: string | null }} config `wabtEntry` only for a child that accepts WebAssembly as text
 */
export const runWasm = async ({ wabtEntry }) => {
  /** @type {Wabt | undefined} */
  const wabt = wabtEntry
    ? await process.getBuiltinModule('node:module').createRequire(import.meta.url)(wabtEntry)()
    : undefined;
  const job = receiveJob();
  const files = filesOfJob(job);
  /** @type {WebAssembly.Memory | undefined} */
  let memory;

  /** @param {End} how */
  const end = ({ exitCode, message, isMemory = false }) => {
    const memoryBytes = memory?.buffer.byteLength ?? 0;
    if (message) writeError(`${message}\n`);
    const isFullMemory = isMemory || memoryBytes > job.limits.memoryBytes * 0.9;
    const reason = exitCode === 0 ? 'exit' : isFullMemory ? 'memory' : files.wasFull ? 'disk' : 'exit';
    endJob({ exitCode, reason, message, memoryBytes, diskBytes: files.peakBytes }, filesInWork(files));
  };

  /** @type {WebAssembly.Module} */
  let module;
  try {
    module = compile(job, wabt);
  } catch (error) {
    const message = `the module cannot be run: ${/** @type {Error} */ (error).message}`;
    return end({ exitCode: cannotRun, message, isMemory: error instanceof RangeError });
  }
  const wasi = createWasi({
    files,
    args: [job.codePath, ...job.args],
    env: job.env,
    stdin: Buffer.from(job.stdin),
    write: writeOutput,
  });
  return end(
    runCommand(module, wasi, (exported) => {
      memory = exported;
    }),
  );
};
