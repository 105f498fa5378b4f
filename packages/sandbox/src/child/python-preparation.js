import { fs, path, vm } from './builtins.js';
import { readExactly, readInto } from './frames.js';

/**
 * The preparation that one booted Python hands to later ones: its engine's memory, and V8's compiled code of the
 * engine's JavaScript, whose parsing takes a sixth of a boot.
 * @typedef {{ memory: Uint8Array, code: Buffer }} Prepared
 */

const lengthBytes = 4;
const pageBytes = 4096;

/**
 * The written parts of a memory, because half of it is untouched.
 * @param {Uint8Array} memory
 */
const findWritten = (memory) => {
  const nothing = Buffer.alloc(pageBytes);
  /** @type {{ at: number, bytes: number }[]} */
  const written = [];
  for (let at = 0; at < memory.length; at += pageBytes) {
    const page = memory.subarray(at, at + pageBytes);
    if (nothing.equals(page)) continue;
    const last = written.at(-1);
    if (last && last.at + last.bytes === at) last.bytes += page.length;
    else written.push({ at, bytes: page.length });
  }
  return written;
};

/** @param {Prepared} prepared @returns {Buffer} */
export const encodePrepared = ({ memory, code }) => {
  const written = findWritten(memory);
  const head = Buffer.from(JSON.stringify({ memoryBytes: memory.length, written, codeBytes: code.length }));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, ...written.map(({ at, bytes }) => memory.subarray(at, at + bytes)), code]);
};

/** @param {number} fd @returns {Prepared} */
export const readPrepared = (fd) => {
  const length = readExactly(fd, lengthBytes).readUInt32LE();
  const { memoryBytes, written, codeBytes } = JSON.parse(readExactly(fd, length).toString());
  const memory = new Uint8Array(memoryBytes);
  for (const { at, bytes } of written) readInto(fd, memory.subarray(at, at + bytes));
  return { memory, code: readExactly(fd, codeBytes) };
};

/**
 * Compiles the engine's module as a script, because V8 stores all compiled code of a script, but only the code of a
 * module that was compiled before it ran. V8 rejects stored code of another version or with other flags.
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
