import { fs, path, vm } from './builtins.js';

/**
 * What a booted Python leaves for those that boot after it: the memory of its engine, and what V8 has compiled of the
 * engine's JavaScript, of which the parsing alone is a sixth of a boot.
 * @typedef {{ memory: Uint8Array, code: Buffer }} Prepared
 */

/** Of which four are the length of the code; the memory behind them begins at a word. */
const headBytes = 8;

/** @param {Prepared} prepared @returns {Buffer} */
export const encodePrepared = ({ memory, code }) => {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(code.length);
  return Buffer.concat([head, memory, code]);
};

/** @param {Buffer} bytes @returns {Prepared} */
export const decodePrepared = (bytes) => {
  const end = bytes.length - bytes.readUInt32LE(0);
  return { memory: bytes.subarray(headBytes, end), code: bytes.subarray(end) };
};

/**
 * The engine's module as a script: of a script V8 keeps all that it has compiled, of a module what it has before it runs.
 * Code of another V8, or of one with other flags, is left aside.
 * @param {string} engineFolder
 * @param {Buffer | undefined} cachedData
 */
export const compileEngine = (engineFolder, cachedData) => {
  const filename = path.join(engineFolder, 'pyodide.asm.mjs');
  const body = fs
    .readFileSync(filename, 'utf8')
    .replaceAll('import.meta.url', () => JSON.stringify(`file://${filename}`))
    .replace(/export default (\w+);\s*$/, 'return $1;');
  return new vm.Script(`(() => { 'use strict'; ${body} })()`, {
    filename,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData && { cachedData }),
  });
};
