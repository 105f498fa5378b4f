import { hostFunctions } from './javascript-host.js';
import { readJavascriptPrelude } from './javascript-prelude.js';
import { findRandomState } from './javascript-random.js';
import { MemFs } from './mem-fs.js';

/**
 * @typedef {import('./javascript-engine.js').Engine} Engine
 * @typedef {import('./javascript-engine.js').QuickJS} QuickJS
 * @typedef {import('quickjs-wasi').JSValueHandle} Handle
 *
 * The snapshot of a machine with the prelude in it, from which the machine of each job is restored. `tokens` identify
 * the functions of the prelude that the host calls, `builtIns` holds the names that each module of the prelude exports,
 * and `randomState` is the address of Math.random's state.
 * @typedef {{ snapshot: import('quickjs-wasi').Snapshot, tokens: number[], builtIns: Record<string, string[]>,
 *   randomState: number }} Prepared
 */

/** The functions of the prelude that the host calls: to start a job, and to ask for its state between turns. */
const insideNames = /** @type {const} */ (['start', 'describe', 'kind', 'exitCode', 'emitExit', 'tick']);
const preparationMemoryBytes = 64 * 1024 * 1024;
const processNames = ['argv', 'env', 'exit', 'cwd', 'stdout', 'stderr', 'stdin', 'hrtime', 'nextTick', 'platform'];
const lengthBytes = 4;

/** @param {QuickJS} vm */
const hostWithNothing = (vm) =>
  hostFunctions({
    vm,
    files: new MemFs({ maxBytes: 0, maxFiles: 0 }),
    stdin: new Uint8Array(),
    exit: () => process.exit(1),
  });

/** @param {Engine} engine @returns {Promise<Prepared>} */
export const prepareMachine = async ({ createMachine }) => {
  const { vm } = await createMachine(preparationMemoryBytes, undefined);
  const host = vm.newObject();
  for (const [name, run] of hostWithNothing(vm)) {
    const handle = vm.newFunction(`host.${name}`, run);
    vm.setProp(host, name, handle);
    handle.dispose();
  }
  vm.setProp(vm.global, '__host', host);
  host.dispose();
  vm.evalCode(readJavascriptPrelude(), 'sandbox:prelude').dispose();
  const takeGlobal = (/** @type {string} */ name) => {
    const handle = vm.global.getProp(name);
    vm.evalCode(`delete globalThis.${name}`).dispose();
    return handle;
  };
  // The names pass as text, because `dump` leaves an exception pending in the engine for values that are not byte
  // arrays.
  const names = takeGlobal('__moduleNames');
  const builtIns = JSON.parse(vm.callFunction(names, vm.undefined).consume((text) => text.toString()));
  builtIns.process = processNames;
  const inside = takeGlobal('__inside');
  const tokens = insideNames.map((name) => vm.exportHandle(inside.getProp(name)));
  const before = vm.snapshot();
  vm.evalCode('Math.random()').dispose();
  const randomState = findRandomState(before, vm.snapshot());
  vm.runGC();
  return { snapshot: vm.snapshot(), tokens, builtIns, randomState };
};

/** @param {QuickJS} vm @param {Prepared} prepared */
export const importInside = (vm, { tokens }) => {
  const handles = tokens.map((token) => vm.importHandle(token));
  return /** @type {Record<(typeof insideNames)[number], Handle>} */ (
    Object.fromEntries(insideNames.map((name, index) => [name, handles[index]]))
  );
};

/** @param {Engine} engine @param {Prepared} prepared @returns {Buffer} */
export const encodePrepared = ({ encodeSnapshot }, { snapshot, ...rest }) => {
  const head = Buffer.from(JSON.stringify(rest));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, encodeSnapshot(snapshot)]);
};

/** @param {Engine} engine @param {Buffer} bytes @returns {Prepared} */
export const decodePrepared = ({ decodeSnapshot }, bytes) => {
  const end = lengthBytes + bytes.readUInt32LE(0);
  const rest = JSON.parse(bytes.toString('utf8', lengthBytes, end));
  return { snapshot: decodeSnapshot(bytes.subarray(end)), ...rest };
};

/**
 * Runs the code that every job runs, in a machine that is then discarded. Compiled code belongs to the engine's module,
 * not to the machine, so later jobs find it compiled.
 * @param {Engine} engine
 * @param {Prepared} prepared
 */
export const rehearse = async ({ createMachine, EvalFlags }, prepared) => {
  const { vm } = await createMachine(preparationMemoryBytes, prepared.snapshot);
  for (const [name, run] of hostWithNothing(vm)) {
    vm.registerHostCallback(`host.${name}`, name === 'write' ? () => vm.undefined : run);
  }
  const { start, tick, exitCode, emitExit } = importInside(vm, prepared);
  const call = (/** @type {Handle} */ run, /** @type {Handle[]} */ ...args) => {
    vm.callFunction(run, vm.undefined, ...args).dispose();
  };
  call(start, vm.hostToHandle({ main: '/work/main.js', args: [], env: {} }));
  const source = "const text = await Promise.resolve('a'); console.log(`${text}`, [...text].map(String), { text });";
  vm.evalCode(source, '/work/main.js', EvalFlags.TYPE_MODULE).dispose();
  vm.executePendingJobs();
  for (const each of [tick, emitExit, exitCode]) call(each);
};
