import { fs, path } from './builtins.js';
import { loadEngine } from './javascript-engine.js';
import { hostFunctions } from './javascript-host.js';
import { createModuleLoader } from './javascript-modules.js';
import { decodePrepared, encodePrepared, importInside, prepareMachine, rehearse } from './javascript-preparation.js';
import { seedRandom } from './javascript-random.js';
import { endJob, endWithSnapshot, receiveJob, writeError } from './job-channel.js';
import { MemFs } from './mem-fs.js';

/** @typedef {import('quickjs-wasi').JSValueHandle} Handle */

/**
 * @param {{ engineFolder: string, snapshotFd: number | null, makesSnapshot: boolean, usualMemoryBytes: number }} config
 */
export const runJavascript = async ({ engineFolder, snapshotFd, makesSnapshot, usualMemoryBytes }) => {
  const engine = await loadEngine(engineFolder);
  const prepared =
    snapshotFd === null ? await prepareMachine(engine) : decodePrepared(engine, fs.readFileSync(snapshotFd));
  if (makesSnapshot) endWithSnapshot(encodePrepared(engine, prepared));
  await rehearse(engine, prepared);

  /** Rejections that nobody has taken care of yet, by the identity of their promise. @type {Map<number, Handle>} */
  const unhandled = new Map();
  /** The job's own, once there is a job. @type {ReturnType<typeof createModuleLoader> | undefined} */
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
  const files = new MemFs({ maxBytes: job.limits.diskBytes, maxFiles: job.limits.maxFiles });
  files.makeDirectories('work');
  files.makeDirectories('tmp');
  for (const { path: name, content } of job.files) {
    files.makeDirectories(path.join('work', path.dirname(name)));
    files.writeFile(`work/${name}`, content);
  }
  const main = { path: path.join('/work', job.codePath), code: job.code };
  modules = createModuleLoader(files, main, prepared.builtIns);
  const { vm, memory } =
    job.limits.memoryBytes === usualMemoryBytes ? usual : await createJobMachine(job.limits.memoryBytes);
  seedRandom(memory, prepared.randomState, job.seed);

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
  const inside = importInside(vm, prepared);
  const call = (/** @type {Handle} */ run, /** @type {Handle[]} */ ...args) =>
    vm.callFunction(run, vm.undefined, ...args);

  call(inside.start, vm.hostToHandle({ main: main.path, args: job.args, env: job.env })).dispose();

  const isMemoryFull = () => memory.buffer.byteLength > job.limits.memoryBytes * 0.85;

  /** @param {Handle} error @returns {never} */
  const endWithError = (error) => {
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
    const promise = vm.evalCode(main.code, main.path, engine.EvalFlags.TYPE_MODULE);
    vm.markPromiseHandled(promise);
    for (;;) {
      settle();
      if (promise.promiseState === 2) {
        const settled = await vm.resolvePromise(promise);
        if ('error' in settled) endWithError(settled.error);
      }
      if (!call(inside.tick).toBoolean()) break;
    }
    settle();
    if (promise.promiseState === 0) {
      // A chain of promises that filled the memory loses its errors with it, and looks as if it had only stopped.
      if (isMemoryFull()) end(1, 'memory');
      writeError('Warning: the top-level await never settled\n');
      end(13, 'exit', 'the top-level await never settled');
    }
    call(inside.emitExit).dispose();
    end(call(inside.exitCode).toNumber());
  } catch (error) {
    endWithThrown(error);
  }
};
