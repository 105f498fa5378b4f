import { loadCrypto } from './builtins.js';
import { pauseMs } from './frames.js';
import { writeOutput } from './job-channel.js';

/**
 * @typedef {import('quickjs-wasi').QuickJS} QuickJS
 * @typedef {import('quickjs-wasi').JSValueHandle} Handle
 * @typedef {import('./mem-fs.js').MemFs} MemFs
 */

const maxRandomBytes = 65_536;

/** An error without the host's stack: the engine hands its stack on to the guest. @param {string} message */
export const guestError = (message) => Object.assign(new Error(message), { stack: '' });

/**
 * The functions that the prelude finds as `__host`, by name.
 * @param {QuickJS} vm
 * @param {MemFs} files
 * @param {Uint8Array} stdin
 * @param {(exitCode: number) => never} exit
 * @returns {Map<string, (...args: Handle[]) => Handle>}
 */
export const hostFunctions = (vm, files, stdin, exit) => {
  const functions = new Map();
  /** @param {string} name @param {(...args: Handle[]) => Handle} run */
  const bind = (name, run) => {
    functions.set(name, (/** @type {Handle[]} */ ...args) => {
      try {
        return run(...args);
      } catch (error) {
        throw 'handle' in /** @type {object} */ (error) ? error : guestError(/** @type {Error} */ (error).message);
      }
    });
  };
  /** @param {Handle | undefined} handle */
  const text = (handle) => handle?.toString() ?? '';
  /** @param {string} name */
  const inWork = (name) => (name.startsWith('/') ? name : `/work/${name}`);
  /** @param {Handle | undefined} handle */
  const find = (handle) => files.find(inWork(text(handle)));

  bind('write', (stream, data) => {
    writeOutput(stream?.toNumber() === 2 ? 'stderr' : 'stdout', Buffer.from(text(data)));
    return vm.undefined;
  });
  bind('read', (name) => {
    if (text(name) === '/dev/stdin') return vm.newUint8Array(stdin);
    const node = find(name);
    if (!node) return vm.newString('ENOENT');
    return node.kind === 'directory' ? vm.newString('EISDIR') : vm.newUint8Array(node.data.slice(0, node.size));
  });
  bind('base64', (bytes) => vm.newString(Buffer.from(bytes?.toUint8Array() ?? []).toString('base64')));
  bind('writeFile', (name, data, append) =>
    vm.newString(
      files.writeFile(inWork(text(name)), data?.toUint8Array() ?? new Uint8Array(), {
        append: append?.toBoolean() ?? false,
      }),
    ),
  );
  bind('list', (name) => {
    const node = find(name);
    if (!node) return vm.newString('ENOENT');
    return node.kind === 'file' ? vm.newString('ENOTDIR') : vm.hostToHandle([...node.entries.keys()]);
  });
  bind('stat', (name) => {
    const node = find(name);
    if (!node) return vm.null;
    return vm.hostToHandle([node.kind === 'directory' ? 1 : 0, node.kind === 'file' ? node.size : 0, node.mtimeMs]);
  });
  bind('makeDirectory', (name, recursive) => {
    const place = inWork(text(name));
    if (recursive?.toBoolean()) return vm.newString(makeDirectories(files, place));
    const found = files.resolve(place);
    if (typeof found === 'string') return vm.newString(found);
    if (found.node) return vm.newString('EEXIST');
    return vm.newString(files.addDirectory(found.parent, found.name) ? 'ok' : 'ENOSPC');
  });
  bind('remove', (name) => {
    const found = files.resolve(inWork(text(name)));
    if (typeof found === 'string') return vm.newString(found);
    if (!found.node) return vm.newString('ENOENT');
    if (found.name === '') return vm.newString('EINVAL');
    if (found.node.kind === 'directory' && found.node.entries.size > 0) return vm.newString('ENOTEMPTY');
    files.unlink(found.parent, found.name);
    return vm.newString('ok');
  });
  bind('rename', (from, to) => {
    const [source, target] = [files.resolve(inWork(text(from))), files.resolve(inWork(text(to)))];
    if (typeof source === 'string') return vm.newString(source);
    return vm.newString(typeof target === 'string' ? target : files.rename(source, target));
  });
  bind('compile', (source, name) => vm.evalCode(text(source), text(name)));
  bind('random', (count) => {
    const wanted = count?.toNumber() ?? 0;
    if (!(wanted >= 0 && wanted <= maxRandomBytes)) throw guestError('at most 65536 random bytes at a time');
    return vm.newUint8Array(loadCrypto().randomBytes(wanted));
  });
  bind('sleep', (ms) => {
    pauseMs(ms?.toNumber() ?? 0);
    return vm.undefined;
  });
  bind('now', () => vm.newNumber(Math.round(performance.now() * 1000) / 1000));
  bind('exit', (code) => exit((code?.toNumber() ?? 0) & 255));
  return functions;
};

/** @param {MemFs} files @param {string} place */
const makeDirectories = (files, place) => {
  const before = files.find(place);
  if (before) return before.kind === 'directory' ? 'ok' : 'EEXIST';
  if (files.makeDirectories(place)) return 'ok';
  return files.wasFull ? 'ENOSPC' : 'ENOTDIR';
};
