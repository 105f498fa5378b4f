import { fs, path } from './builtins.js';

/** @param {any} FS the engine's files @param {string} folder @returns {string[]} */
const findModules = (FS, folder) =>
  FS.readdir(folder).flatMap((/** @type {string} */ name) => {
    if (name === '.' || name === '..') return [];
    const place = `${folder}/${name}`;
    if (FS.isDir(FS.stat(place).mode)) return findModules(FS, place);
    return name.endsWith('.so') ? [place] : [];
  });

/**
 * The folders of libraries that wheels put beside their packages.
 * @param {any} FS
 * @param {string} folder
 * @returns {string[]}
 */
const findLibraryFolders = (FS, folder) =>
  FS.readdir(folder)
    .filter((/** @type {string} */ name) => name.endsWith('.libs'))
    .map((/** @type {string} */ name) => `${folder}/${name}`);

/**
 * Unpacks wheels into Python's package folder, and links their compiled code now, because nothing can be linked after
 * the gate is shut.
 * @param {any} python
 * @param {number[]} wheelFds
 * @returns {Promise<string[]>} the compiled modules, for the gate
 */
export const loadWheels = async (python, wheelFds) => {
  // The early return avoids asking Python for the folder, which takes a fifth of the boot time.
  if (wheelFds.length === 0) return [];
  const { FS } = python._module;
  const folder = path.normalize(python.runPython('import sysconfig; sysconfig.get_path("purelib")'));
  const before = new Set(findModules(FS, folder));
  for (const fd of wheelFds) {
    python.unpackArchive(new Uint8Array(fs.readFileSync(fd)), 'wheel', { extractDir: folder });
  }
  const modules = findModules(FS, folder).filter((each) => !before.has(each));
  for (const each of modules) {
    try {
      await python._api.loadDynlib(each, false, findLibraryFolders(FS, folder));
    } catch (error) {
      throw new Error(`${each} cannot be linked: ${/** @type {Error} */ (error).message}`, { cause: error });
    }
  }
  return modules;
};
