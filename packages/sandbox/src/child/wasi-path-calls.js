import { appendFlag } from './wasi-descriptor-calls.js';
import { errno } from './wasi-errno.js';

/** @typedef {import('./wasi-guest.js').WasiGuest} WasiGuest */

const rightToWrite = 1n << 6n;
const openFlag = /** @type {const} */ ({ create: 1, directory: 2, exclusive: 4, truncate: 8 });

const renameErrno = /** @type {const} */ ({
  ok: errno.SUCCESS,
  ENOENT: errno.NOENT,
  EINVAL: errno.INVAL,
  EISDIR: errno.ISDIR,
  ENOTDIR: errno.NOTDIR,
  ENOTEMPTY: errno.NOTEMPTY,
});

/** The WASI calls on paths. */
export const pathCalls = {
  /** @param {WasiGuest} guest @param {number} fd @param {number} pointer @param {number} length */
  path_create_directory(guest, fd, pointer, length) {
    const place = guest.placeOf(fd, pointer, length);
    if (typeof place === 'number') return place;
    if (place.node) return errno.EXIST;
    return guest.files.addDirectory(place.parent, place.name) ? 0 : errno.NOSPC;
  },
  /** @param {WasiGuest} guest @param {number} fd @param {number} _flags @param {number} pointer @param {number} length @param {number} out */
  path_filestat_get(guest, fd, _flags, pointer, length, out) {
    const place = guest.placeOf(fd, pointer, length);
    if (typeof place === 'number') return place;
    if (!place.node) return errno.NOENT;
    guest.writeStat(out, place.node);
    return 0;
  },
  path_filestat_set_times: () => 0,
  path_link: () => errno.NOTSUP,
  path_symlink: () => errno.NOTSUP,
  path_readlink: () => errno.INVAL,
  /**
   * @param {WasiGuest} guest
   * @param {number} fd
   * @param {number} _dirFlags
   * @param {number} pointer
   * @param {number} length
   * @param {number} openFlags
   * @param {bigint} rights
   * @param {bigint} _inheriting
   * @param {number} fdFlags
   * @param {number} out
   */
  path_open(guest, fd, _dirFlags, pointer, length, openFlags, rights, _inheriting, fdFlags, out) {
    const place = guest.placeOf(fd, pointer, length);
    if (typeof place === 'number') return place;
    const wantsWrite = (rights & rightToWrite) !== 0n;
    let { node } = place;
    if (node && openFlags & openFlag.create && openFlags & openFlag.exclusive) return errno.EXIST;
    if (node?.kind === 'file' && openFlags & openFlag.directory) return errno.NOTDIR;
    if (node?.kind === 'directory' && (wantsWrite || openFlags & openFlag.truncate)) return errno.ISDIR;
    if (!node) {
      if (!(openFlags & openFlag.create)) return errno.NOENT;
      if (openFlags & openFlag.directory) return errno.INVAL;
      node = guest.files.addFile(place.parent, place.name);
      if (!node) return errno.NOSPC;
    } else if (node.kind === 'file' && openFlags & openFlag.truncate) guest.files.resize(node, 0);
    const added = guest.descriptors.add(
      node.kind === 'directory'
        ? { kind: 'directory', node, preopen: undefined }
        : { kind: 'file', node, position: 0, append: (fdFlags & appendFlag) !== 0, writable: wantsWrite },
    );
    if (added === undefined) return errno.MFILE;
    guest.memory.view.setUint32(out, added, true);
    return 0;
  },
  /** @param {WasiGuest} guest @param {number} fd @param {number} pointer @param {number} length */
  path_remove_directory(guest, fd, pointer, length) {
    const place = guest.placeOf(fd, pointer, length);
    if (typeof place === 'number') return place;
    if (!place.node) return errno.NOENT;
    if (place.node.kind !== 'directory') return errno.NOTDIR;
    if (place.name === '') return errno.INVAL;
    if (place.node.entries.size > 0) return errno.NOTEMPTY;
    guest.files.unlink(place.parent, place.name);
    return 0;
  },
  /** @param {WasiGuest} guest @param {number} fd @param {number} pointer @param {number} length */
  path_unlink_file(guest, fd, pointer, length) {
    const place = guest.placeOf(fd, pointer, length);
    if (typeof place === 'number') return place;
    if (!place.node) return errno.NOENT;
    if (place.node.kind === 'directory') return errno.ISDIR;
    guest.files.unlink(place.parent, place.name);
    return 0;
  },
  /**
   * @param {WasiGuest} guest
   * @param {number} fd
   * @param {number} pointer
   * @param {number} length
   * @param {number} toFd
   * @param {number} toPointer
   * @param {number} toLength
   */
  path_rename(guest, fd, pointer, length, toFd, toPointer, toLength) {
    const from = guest.placeOf(fd, pointer, length);
    const to = guest.placeOf(toFd, toPointer, toLength);
    if (typeof from === 'number') return from;
    if (typeof to === 'number') return to;
    return renameErrno[guest.files.rename(from, to)];
  },
};
