import { errno, fileType } from './wasi-errno.js';
import { typeOf } from './wasi-guest.js';

/**
 * @typedef {import('./mem-fs.js').Node} Node
 * @typedef {import('./wasi-guest.js').WasiGuest} WasiGuest
 */

const encoder = new TextEncoder();
const everyRight = 0x1fffffffn;
export const appendFlag = 1;

/** The WASI calls on open descriptors. */
export const descriptorCalls = {
  fd_advise: () => 0,
  fd_allocate: () => errno.NOTSUP,
  fd_datasync: () => 0,
  fd_sync: () => 0,
  /** @param {WasiGuest} guest @param {number} fd */
  fd_close: (guest, fd) => (guest.descriptors.close(fd) ? 0 : errno.BADF),
  /** @param {WasiGuest} guest @param {number} from @param {number} to */
  fd_renumber: (guest, from, to) => (guest.descriptors.renumber(from, to) ? 0 : errno.BADF),
  /** @param {WasiGuest} guest @param {number} fd @param {number} out */
  fd_fdstat_get(guest, fd, out) {
    const descriptor = guest.descriptors.get(fd);
    if (!descriptor) return errno.BADF;
    const view = guest.memory.view;
    guest.memory.bytes(out, 24).fill(0);
    const hasNode = descriptor.kind === 'file' || descriptor.kind === 'directory';
    view.setUint8(out, hasNode ? typeOf(descriptor.node) : fileType.characterDevice);
    view.setUint16(out + 2, descriptor.kind === 'file' && descriptor.append ? appendFlag : 0, true);
    view.setBigUint64(out + 8, everyRight, true);
    view.setBigUint64(out + 16, everyRight, true);
    return 0;
  },
  /** @param {WasiGuest} guest @param {number} fd @param {number} flags */
  fd_fdstat_set_flags(guest, fd, flags) {
    const file = guest.descriptors.file(fd);
    if (!file) return errno.BADF;
    file.append = (flags & appendFlag) !== 0;
    return 0;
  },
  fd_fdstat_set_rights: () => 0,
  /** @param {WasiGuest} guest @param {number} fd @param {number} out */
  fd_filestat_get(guest, fd, out) {
    const descriptor = guest.descriptors.get(fd);
    if (!descriptor) return errno.BADF;
    if (descriptor.kind === 'file' || descriptor.kind === 'directory') guest.writeStat(out, descriptor.node);
    else {
      guest.memory.bytes(out, 64).fill(0);
      guest.memory.view.setUint8(out + 16, fileType.characterDevice);
    }
    return 0;
  },
  /** @param {WasiGuest} guest @param {number} fd @param {bigint} size */
  fd_filestat_set_size(guest, fd, size) {
    const file = guest.descriptors.file(fd);
    if (!file?.writable) return errno.BADF;
    if (BigInt.asUintN(64, size) > BigInt(guest.files.maxBytes)) return errno.FBIG;
    return guest.files.resize(file.node, Number(size)) ? 0 : errno.NOSPC;
  },
  fd_filestat_set_times: () => 0,
  /** @param {WasiGuest} guest @param {number} fd @param {number} out */
  fd_prestat_get(guest, fd, out) {
    const descriptor = guest.descriptors.get(fd);
    if (descriptor?.kind !== 'directory' || descriptor.preopen === undefined) return errno.BADF;
    guest.memory.view.setUint32(out, 0, true);
    guest.memory.view.setUint32(out + 4, encoder.encode(descriptor.preopen).length, true);
    return 0;
  },
  /** @param {WasiGuest} guest @param {number} fd @param {number} pointer @param {number} length */
  fd_prestat_dir_name(guest, fd, pointer, length) {
    const descriptor = guest.descriptors.get(fd);
    if (descriptor?.kind !== 'directory' || descriptor.preopen === undefined) return errno.BADF;
    const name = encoder.encode(descriptor.preopen);
    if (length >>> 0 < name.length) return errno.NAMETOOLONG;
    guest.memory.bytes(pointer, name.length).set(name);
    return 0;
  },
  /** @param {WasiGuest} guest @param {number} fd @param {number} iovs @param {number} count @param {number} out */
  fd_read(guest, fd, iovs, count, out) {
    const descriptor = guest.descriptors.get(fd);
    if (!descriptor || descriptor.kind === 'output') return errno.BADF;
    if (descriptor.kind === 'directory') return errno.ISDIR;
    let done;
    if (descriptor.kind === 'stdin') {
      done = guest.scatter(guest.stdin, guest.stdinAt, iovs, count);
      guest.stdinAt += done;
    } else {
      const { node } = descriptor;
      done = guest.scatter(node.data.subarray(0, node.size), descriptor.position, iovs, count);
      descriptor.position += done;
    }
    guest.memory.view.setUint32(out, done, true);
    return 0;
  },
  /** @param {WasiGuest} guest @param {number} fd @param {number} iovs @param {number} count @param {bigint} at @param {number} out */
  fd_pread(guest, fd, iovs, count, at, out) {
    const file = guest.descriptors.file(fd);
    if (!file) return errno.BADF;
    const offset = Number(BigInt.asUintN(64, at));
    const done =
      offset >= file.node.size ? 0 : guest.scatter(file.node.data.subarray(0, file.node.size), offset, iovs, count);
    guest.memory.view.setUint32(out, done, true);
    return 0;
  },
  /** @param {WasiGuest} guest @param {number} fd @param {number} iovs @param {number} count @param {number} out */
  fd_write(guest, fd, iovs, count, out) {
    const descriptor = guest.descriptors.get(fd);
    if (!descriptor || descriptor.kind === 'stdin' || descriptor.kind === 'directory') return errno.BADF;
    /** @type {number | undefined} */
    let done = 0;
    if (descriptor.kind === 'output') {
      for (const buffer of guest.memory.buffers(iovs, count)) {
        guest.write(descriptor.stream, buffer);
        done += buffer.length;
      }
    } else {
      if (!descriptor.writable) return errno.BADF;
      if (descriptor.append) descriptor.position = descriptor.node.size;
      done = guest.gather(descriptor.node, descriptor.position, iovs, count);
      if (done === undefined) return errno.NOSPC;
      descriptor.position += done;
    }
    guest.memory.view.setUint32(out, done, true);
    return 0;
  },
  /** @param {WasiGuest} guest @param {number} fd @param {number} iovs @param {number} count @param {bigint} at @param {number} out */
  fd_pwrite(guest, fd, iovs, count, at, out) {
    const file = guest.descriptors.file(fd);
    if (!file?.writable) return errno.BADF;
    const offset = BigInt.asUintN(64, at);
    if (offset > BigInt(guest.files.maxBytes)) return errno.FBIG;
    const done = guest.gather(file.node, Number(offset), iovs, count);
    if (done === undefined) return errno.NOSPC;
    guest.memory.view.setUint32(out, done, true);
    return 0;
  },
  /** @param {WasiGuest} guest @param {number} fd @param {bigint} offset @param {number} whence @param {number} out */
  fd_seek(guest, fd, offset, whence, out) {
    const file = guest.descriptors.file(fd);
    if (!file) return guest.descriptors.get(fd) ? errno.SPIPE : errno.BADF;
    if (whence < 0 || whence > 2) return errno.INVAL;
    const position = Number(offset) + (whence === 0 ? 0 : whence === 1 ? file.position : file.node.size);
    if (position < 0 || position > Number.MAX_SAFE_INTEGER) return errno.INVAL;
    file.position = position;
    guest.memory.view.setBigUint64(out, BigInt(position), true);
    return 0;
  },
  /** @param {WasiGuest} guest @param {number} fd @param {number} out */
  fd_tell(guest, fd, out) {
    const file = guest.descriptors.file(fd);
    if (!file) return guest.descriptors.get(fd) ? errno.SPIPE : errno.BADF;
    guest.memory.view.setBigUint64(out, BigInt(file.position), true);
    return 0;
  },
  /** @param {WasiGuest} guest @param {number} fd @param {number} pointer @param {number} length @param {bigint} cookie @param {number} out */
  fd_readdir(guest, fd, pointer, length, cookie, out) {
    const directory = guest.descriptors.directory(fd);
    if (!directory) return guest.descriptors.get(fd) ? errno.NOTDIR : errno.BADF;
    const room = length >>> 0;
    /** @type {[string, Node][]} */
    const entries = [['.', directory], ['..', directory.parent], ...directory.entries];
    let used = 0;
    for (let index = Number(BigInt.asUintN(64, cookie)); index < entries.length && used < room; index++) {
      const [name, node] = /** @type {[string, Node]} */ (entries[index]);
      const nameBytes = encoder.encode(name);
      const entry = new Uint8Array(24 + nameBytes.length);
      const view = new DataView(entry.buffer);
      view.setBigUint64(0, BigInt(index + 1), true);
      view.setBigUint64(8, node.ino, true);
      view.setUint32(16, nameBytes.length, true);
      view.setUint8(20, typeOf(node));
      entry.set(nameBytes, 24);
      const part = entry.subarray(0, room - used);
      guest.memory.bytes(pointer + used, part.length).set(part);
      used += part.length;
    }
    guest.memory.view.setUint32(out, used, true);
    return 0;
  },
};
