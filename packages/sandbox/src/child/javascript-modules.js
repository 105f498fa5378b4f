import { path } from './builtins.js';
import { guestError } from './javascript-host.js';

/** @typedef {import('./mem-fs.js').MemFs} MemFs */

/**
 * The source of a module that re-exports an object of the prelude.
 * @param {string} name
 * @param {string[]} names
 */
const builtInSource = (name, names) =>
  `const module = globalThis.__module(${JSON.stringify(name)}); export default module;\n` +
  names.map((each) => `export const ${each} = module[${JSON.stringify(each)}];`).join('\n');

/**
 * Resolves and loads imports: modules of the prelude, and files of the job.
 * @param {MemFs} files
 * @param {{ path: string, code: string }} main
 * @param {Record<string, string[]>} builtIns
 */
export const createModuleLoader = (files, main, builtIns) => ({
  /** @param {string} base @param {string} specifier */
  normalize: (base, specifier) => {
    const bare = specifier.replace(/^node:/, '');
    if (Object.hasOwn(builtIns, bare)) return `node:${bare}`;
    if (!/^\.{0,2}\//.test(specifier))
      throw guestError(`Cannot find package '${specifier}': a job has its own files only`);
    return path.resolve(path.dirname(base), specifier);
  },
  /** @param {string} name */
  load: (name) => {
    const bare = name.replace(/^node:/, '');
    const names = builtIns[bare];
    if (name.startsWith('node:') && names) return builtInSource(bare, names);
    if (name === main.path) return main.code;
    const node = files.find(name);
    if (node?.kind !== 'file') throw guestError(`Cannot find module '${name}'`);
    const source = new TextDecoder().decode(node.data.subarray(0, node.size));
    return name.endsWith('.json') ? `export default ${source}` : source;
  },
});
