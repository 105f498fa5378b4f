import { fs, path } from './builtins.js';
import { loadEngine } from './javascript-engine.js';
import { hostFunctions } from './javascript-host.js';
import { createModuleLoader } from './javascript-modules.js';
import { decodePrepared, encodePrepared, importInside, prepareMachine, rehearse } from './javascript-preparation.js';
import { seedRandom } from './javascript-random.js';
import { filesInWork, filesOfJob } from './job-files.js';
import { endJob, endWithSnapshot, receiveJob, writeError } from './job-channel.js';

/** @typedef {import('quickjs-wasi').JSValueHandle} Handle */

/**
 * @typedef {import('./job-channel.js').Job} Job
 * @typedef {ReturnType<typeof importInside>} Inside
 * @typedef {(run: Handle, ...args: Handle[]) => Handle} Call
 */

/**
 * The possible ends of a script; each ends the process.
 * @param {Job} job
 * @param {import('./mem-fs.js').MemFs} files
 * @param {WebAssembly.Memory} memory
 */
const endingsOf = (job, files, memory) => {
  const isMemoryFull = () => memory.buffer.byteLength > job.limits.memoryBytes * 0.85;

  /** @param {number} exitCode @param {'exit' | 'memory' | 'disk'} [reason] @param {string | null} [message] @returns {never} */
  const end = (exitCode, reason = 'exit', message = null) =>
    endJob(
      { exitCode, reason, message, memoryBytes: memory.buffer.byteLength, diskBytes: files.peakBytes },
      filesInWork(files),
    );

  /** @param {Handle} error @param {Inside} inside @param {Call} call @returns {never} */
  const endWithError = (error, inside, call) => {
    /** @type {'exit' | 'memory' | 'disk'} */
    let reason = 'exit';
    let text = 'Uncaught error';
    try {
      reason = /** @type {typeof reason} */ (call(inside.kind, error).toString());
      text = call(inside.describe, error).toString();
    } catch {
      if (isMemoryFull()) reason = 'memory';
    }
    writeError(`${text}\n`);
    end(1, reason, text.split('\n', 1)[0] ?? null);
  };

  /** An error of the engine itself. @param {Error} error @returns {never} */
  const endWithTrap = ({ message }) => {
    writeError(`${message}\n`);
    end(1, /out of memory|memory access|malloc failed/.test(message) || isMemoryFull() ? 'memory' : 'exit', message);
  };

  /** @returns {never} */
  const endUnsettled = () => {
    // When a chain of promises fills the memory, its errors are lost too, and the script seems to have stopped
    // normally.
    if (isMemoryFull()) end(1, 'memory');
    writeError('Warning: the top-level await never settled\n');
    end(13, 'exit', 'the top-level await never settled');
  };
  return { end, endWithError, endWithTrap, endUnsettled };
};

/**
 * Runs the script of a job until no work is left.
 * @param {import('./javascript-engine.js').QuickJS} vm
 * @param {number} asModule
 * @param {{ path: string, code: string }} main
 * @param {{ inside: Inside, call: Call, unhandled: Map<number, Handle>, endings: ReturnType<typeof endingsOf> }} job
 */
const runToEnd = async (vm, asModule, main, { inside, call, unhandled, endings }) => {
  const runPending = () => {
    vm.executePendingJobs();
    for (const reason of unhandled.values()) endings.endWithError(reason, inside, call);
  };
  try {
    const promise = vm.evalCode(main.code, main.path, asModule);
    vm.markPromiseHandled(promise);
    for (;;) {
      runPending();
      if (promise.promiseState === 2) {
        const settled = await vm.resolvePromise(promise);
        if ('error' in settled) endings.endWithError(settled.error, inside, call);
      }
      if (!call(inside.tick).toBoolean()) break;
    }
    runPending();
    if (promise.promiseState === 0) endings.endUnsettled();
    call(inside.emitExit).dispose();
    endings.end(call(inside.exitCode).toNumber());
  } catch (error) {
    const { handle } = /** @type {{ handle?: Handle }} */ (error);
    if (handle) endings.endWithError(handle, inside, call);
    endings.endWithTrap(/** @type {Error} */ (error));
  }
};

/**
 * @typedef {{ engineFolder: string, snapshotFd: number | null, makesSnapshot: boolean, usualMemoryBytes: number }} Config
 */

/**
 * The engine, and the machine from which jobs start: new, or from a snapshot.
 * @param {Config} config
 */
const bootJavascript = async ({ engineFolder, snapshotFd, makesSnapshot }) => {
  const engine = await loadEngine(engineFolder);
  const prepared =
    snapshotFd === null ? await prepareMachine(engine) : decodePrepared(engine, fs.readFileSync(snapshotFd));
  if (makesSnapshot) endWithSnapshot(encodePrepared(engine, prepared));
  await rehearse(engine, prepared);
  return { engine, prepared };
};

/** @param {Config} config */
export const runJavascript = async (config) => {
  const { usualMemoryBytes } = config;
  const { engine, prepared } = await bootJavascript(config);
  /**
   * Rejections without a handler so far, by the identity of their promise.
   * @type {Map<number, Handle>}
   */
  const unhandled = new Map();
  /**
   * The module loader of the job, as soon as there is a job.
   * @type {ReturnType<typeof createModuleLoader> | undefined}
   */
  let modules;
  const createJobMachine = (/** @type {number} */ memoryBytes) =>
    engine.createMachine(memoryBytes, prepared.snapshot, {
      moduleLoader: {
        normalize: (base, specifier) => /** @type {NonNullable<typeof modules>} */ (modules).normalize(base, specifier),
        load: (name) => /** @type {NonNullable<typeof modules>} */ (modules).load(name),
      },
      onUnhandledRejection: (promise, reason, isHandled) => {
        if (isHandled) unhandled.delete(promise.identity);
        else unhandled.set(promise.identity, reason.dup());
      },
    });
  const usual = await createJobMachine(usualMemoryBytes);

  const job = receiveJob();
  const files = filesOfJob(job);
  const main = { path: path.join('/work', job.codePath), code: job.code };
  modules = createModuleLoader(files, main, prepared.builtIns);
  const { vm, memory } =
    job.limits.memoryBytes === usualMemoryBytes ? usual : await createJobMachine(job.limits.memoryBytes);
  seedRandom(memory, prepared.randomState, job.seed);

  const endings = endingsOf(job, files, memory);
  for (const [name, run] of hostFunctions({ vm, files, stdin: Buffer.from(job.stdin), exit: endings.end })) {
    vm.registerHostCallback(`host.${name}`, run);
  }
  const inside = importInside(vm, prepared);
  /** @type {Call} */
  const call = (run, ...args) => vm.callFunction(run, vm.undefined, ...args);
  call(inside.start, vm.hostToHandle({ main: main.path, args: job.args, env: job.env })).dispose();
  await runToEnd(vm, engine.EvalFlags.TYPE_MODULE, main, { inside, call, unhandled, endings });
};
