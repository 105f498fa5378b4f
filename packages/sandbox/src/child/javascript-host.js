import { loadCrypto } from './builtins.js';
import { pauseMs } from './frames.js';
import { writeOutput, writeProgress } from './job-channel.js';

/**
 * @typedef {import('quickjs-wasi').QuickJS} QuickJS
 * @typedef {import('quickjs-wasi').JSValueHandle} Handle
 * @typedef {import('./mem-fs.js').MemFs} MemFs
 */

const maxRandomBytes = 65_536;

/**
 * An error without the host's stack, because the engine passes the stack on to the guest.
 * @param {string} message
 */
export const guestError = (message) => Object.assign(new Error(message), { stack: '' });

/** @param {Handle | undefined} handle */
const text = (handle) => handle?.toString() ?? '';
/**
 * The absolute path of a path of the guest; a relative path lies in /work.
 * @param {Handle | undefined} handle
 */
const pathOf = (handle) => (text(handle).startsWith('/') ? text(handle) : `/work/${text(handle)}`);

/**
 * The objects that the host's functions use.
 * @typedef {{ vm: QuickJS, files: MemFs, stdin: Uint8Array, exit: (exitCode: number) => never }} Host
 */

/** @type {Record<string, (host: Host, ...args: (Handle | undefined)[]) => Handle>} */
const table = {
  write: ({ vm }, stream, data) => {
    writeOutput(stream?.toNumber() === 2 ? 'stderr' : 'stdout', Buffer.from(text(data)));
    return vm.undefined;
  },
  progress: ({ vm }, fraction, message) => {
    writeProgress({ fraction: fraction?.toNumber() ?? 0, message: text(message) || null });
    return vm.undefined;
  },
  read: ({ vm, stdin, files }, name) => {
    if (text(name) === '/dev/stdin') return vm.newUint8Array(stdin);
    const node = files.find(pathOf(name));
    if (!node) return vm.newString('ENOENT');
    return node.kind === 'directory' ? vm.newString('EISDIR') : vm.newUint8Array(node.data.slice(0, node.size));
  },
  base64: ({ vm }, bytes) => vm.newString(Buffer.from(bytes?.toUint8Array() ?? []).toString('base64')),
  writeFile: ({ vm, files }, name, data, append) =>
    vm.newString(
      files.writeFile(pathOf(name), data?.toUint8Array() ?? new Uint8Array(), {
        append: append?.toBoolean() ?? false,
      }),
    ),
  list: ({ vm, files }, name) => {
    const node = files.find(pathOf(name));
    if (!node) return vm.newString('ENOENT');
    return node.kind === 'file' ? vm.newString('ENOTDIR') : vm.hostToHandle([...node.entries.keys()]);
  },
  stat: ({ vm, files }, name) => {
    const node = files.find(pathOf(name));
    if (!node) return vm.null;
    return vm.hostToHandle([node.kind === 'directory' ? 1 : 0, node.kind === 'file' ? node.size : 0, node.mtimeMs]);
  },
  makeDirectory: ({ vm, files }, name, recursive) => {
    const place = pathOf(name);
    if (recursive?.toBoolean()) return vm.newString(makeDirectories(files, place));
    const found = files.resolve(place);
    if (typeof found === 'string') return vm.newString(found);
    if (found.node) return vm.newString('EEXIST');
    return vm.newString(files.addDirectory(found.parent, found.name) ? 'ok' : 'ENOSPC');
  },
  remove: ({ vm, files }, name) => {
    const found = files.resolve(pathOf(name));
    if (typeof found === 'string') return vm.newString(found);
    if (!found.node) return vm.newString('ENOENT');
    if (found.name === '') return vm.newString('EINVAL');
    if (found.node.kind === 'directory' && found.node.entries.size > 0) return vm.newString('ENOTEMPTY');
    files.unlink(found.parent, found.name);
    return vm.newString('ok');
  },
  rename: ({ vm, files }, from, to) => {
    const [source, target] = [files.resolve(pathOf(from)), files.resolve(pathOf(to))];
    if (typeof source === 'string') return vm.newString(source);
    return vm.newString(typeof target === 'string' ? target : files.rename(source, target));
  },
  compile: ({ vm }, source, name) => vm.evalCode(text(source), text(name)),
  random: ({ vm }, count) => {
    const wanted = count?.toNumber() ?? 0;
    if (!(wanted >= 0 && wanted <= maxRandomBytes)) throw guestError('at most 65536 random bytes at a time');
    return vm.newUint8Array(loadCrypto().randomBytes(wanted));
  },
  sleep: ({ vm }, ms) => {
    pauseMs(ms?.toNumber() ?? 0);
    return vm.undefined;
  },
  now: ({ vm }) => vm.newNumber(Math.round(performance.now() * 1000) / 1000),
  exit: ({ exit }, code) => exit((code?.toNumber() ?? 0) & 255),
};

/**
 * The functions that the prelude calls as `__host`, by name.
 * @param {Host} host
 * @returns {Map<string, (...args: Handle[]) => Handle>}
 */
export const hostFunctions = (host) =>
  new Map(
    Object.entries(table).map(([name, run]) => [
      name,
      (...args) => {
        try {
          return run(host, ...args);
        } catch (error) {
          throw 'handle' in /** @type {object} */ (error) ? error : guestError(/** @type {Error} */ (error).message);
        }
      },
    ]),
  );

/** @param {MemFs} files @param {string} place */
const makeDirectories = (files, place) => {
  const before = files.find(place);
  if (before) return before.kind === 'directory' ? 'ok' : 'EEXIST';
  const made = files.makeDirectories(place);
  return typeof made === 'string' ? made : 'ok';
};
