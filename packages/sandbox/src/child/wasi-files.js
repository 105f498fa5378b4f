import { errno, errnoOf, fileType } from './wasi-errno.js';

const encoder = new TextEncoder();
const everyRight = 0x1fffffffn;
const rightToWrite = 1n << 6n;
const openFlag = /** @type {const} */ ({ create: 1, directory: 2, exclusive: 4, truncate: 8 });
const appendFlag = 1;

/**
 * @typedef {import('./mem-fs.js').Node} Node
 * @param {{ memory: () => import('./guest-memory.js').GuestMemory, files: import('./mem-fs.js').MemFs,
 *   descriptors: import('./wasi-descriptors.js').Descriptors, stdin: Uint8Array,
 *   write: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void }} world
 */
export const fileCalls = ({ memory, files, descriptors, stdin, write }) => {
  let stdinAt = 0;

  /** @param {Node} node */
  const typeOf = (node) => (node.kind === 'directory' ? fileType.directory : fileType.regularFile);

  /** @param {number} out @param {Node} node */
  const writeStat = (out, node) => {
    memory().bytes(out, 64).fill(0);
    const view = memory().view;
    view.setBigUint64(out, 1n, true);
    view.setBigUint64(out + 8, node.ino, true);
    view.setUint8(out + 16, typeOf(node));
    view.setBigUint64(out + 24, 1n, true);
    view.setBigUint64(out + 32, BigInt(node.kind === 'file' ? node.size : 0), true);
    for (const at of [40, 48, 56]) view.setBigUint64(out + at, BigInt(node.mtimeMs) * 1_000_000n, true);
  };

  /** @param {Uint8Array} source @param {number} at @param {number} iovs @param {number} count */
  const scatter = (source, at, iovs, count) => {
    let done = 0;
    for (const buffer of memory().buffers(iovs, count)) {
      const part = source.subarray(at + done, at + done + buffer.length);
      buffer.set(part);
      done += part.length;
      if (part.length < buffer.length) break;
    }
    return done;
  };

  /**
   * @param {import('./mem-fs.js').FileNode} file
   * @param {number} at
   * @param {number} iovs
   * @param {number} count
   * @returns {number | undefined} undefined when there is no room
   */
  const gather = (file, at, iovs, count) => {
    let length = 0;
    for (const buffer of memory().buffers(iovs, count)) length += buffer.length;
    if (length === 0) return 0;
    if (at + length > file.size && !files.resize(file, at + length)) return undefined;
    let to = at;
    for (const buffer of memory().buffers(iovs, count)) {
      file.data.set(buffer, to);
      to += buffer.length;
    }
    file.mtimeMs = Date.now();
    return length;
  };

  /** @param {number} fd @param {number} pointer @param {number} length */
  const placeOf = (fd, pointer, length) => {
    const from = descriptors.directory(fd);
    if (!from) return descriptors.get(fd) ? errno.NOTDIR : errno.BADF;
    // A guest's absolute path stays in the directory that it was opened by.
    const place = files.resolve(memory().text(pointer, length).replace(/^\/+/, ''), from);
    return typeof place === 'string' ? errnoOf(place) : place;
  };

  return {
    fd_advise: () => 0,
    fd_allocate: () => errno.NOTSUP,
    fd_datasync: () => 0,
    fd_sync: () => 0,
    /** @param {number} fd */
    fd_close: (fd) => (descriptors.close(fd) ? 0 : errno.BADF),
    /** @param {number} from @param {number} to */
    fd_renumber: (from, to) => (descriptors.renumber(from, to) ? 0 : errno.BADF),
    /** @param {number} fd @param {number} out */
    fd_fdstat_get(fd, out) {
      const descriptor = descriptors.get(fd);
      if (!descriptor) return errno.BADF;
      const view = memory().view;
      memory().bytes(out, 24).fill(0);
      const hasNode = descriptor.kind === 'file' || descriptor.kind === 'directory';
      view.setUint8(out, hasNode ? typeOf(descriptor.node) : fileType.characterDevice);
      view.setUint16(out + 2, descriptor.kind === 'file' && descriptor.append ? appendFlag : 0, true);
      view.setBigUint64(out + 8, everyRight, true);
      view.setBigUint64(out + 16, everyRight, true);
      return 0;
    },
    /** @param {number} fd @param {number} flags */
    fd_fdstat_set_flags(fd, flags) {
      const file = descriptors.file(fd);
      if (!file) return errno.BADF;
      file.append = (flags & appendFlag) !== 0;
      return 0;
    },
    fd_fdstat_set_rights: () => 0,
    /** @param {number} fd @param {number} out */
    fd_filestat_get(fd, out) {
      const descriptor = descriptors.get(fd);
      if (!descriptor) return errno.BADF;
      if (descriptor.kind === 'file' || descriptor.kind === 'directory') writeStat(out, descriptor.node);
      else {
        memory().bytes(out, 64).fill(0);
        memory().view.setUint8(out + 16, fileType.characterDevice);
      }
      return 0;
    },
    /** @param {number} fd @param {bigint} size */
    fd_filestat_set_size(fd, size) {
      const file = descriptors.file(fd);
      if (!file?.writable) return errno.BADF;
      if (BigInt.asUintN(64, size) > BigInt(files.maxBytes)) return errno.FBIG;
      return files.resize(file.node, Number(size)) ? 0 : errno.NOSPC;
    },
    fd_filestat_set_times: () => 0,
    /** @param {number} fd @param {number} out */
    fd_prestat_get(fd, out) {
      const descriptor = descriptors.get(fd);
      if (descriptor?.kind !== 'directory' || descriptor.preopen === undefined) return errno.BADF;
      memory().view.setUint32(out, 0, true);
      memory().view.setUint32(out + 4, encoder.encode(descriptor.preopen).length, true);
      return 0;
    },
    /** @param {number} fd @param {number} pointer @param {number} length */
    fd_prestat_dir_name(fd, pointer, length) {
      const descriptor = descriptors.get(fd);
      if (descriptor?.kind !== 'directory' || descriptor.preopen === undefined) return errno.BADF;
      const name = encoder.encode(descriptor.preopen);
      if (length >>> 0 < name.length) return errno.NAMETOOLONG;
      memory().bytes(pointer, name.length).set(name);
      return 0;
    },
    /** @param {number} fd @param {number} iovs @param {number} count @param {number} out */
    fd_read(fd, iovs, count, out) {
      const descriptor = descriptors.get(fd);
      if (!descriptor || descriptor.kind === 'output') return errno.BADF;
      if (descriptor.kind === 'directory') return errno.ISDIR;
      let done;
      if (descriptor.kind === 'stdin') {
        done = scatter(stdin, stdinAt, iovs, count);
        stdinAt += done;
      } else {
        const { node } = descriptor;
        done = scatter(node.data.subarray(0, node.size), descriptor.position, iovs, count);
        descriptor.position += done;
      }
      memory().view.setUint32(out, done, true);
      return 0;
    },
    /** @param {number} fd @param {number} iovs @param {number} count @param {bigint} at @param {number} out */
    fd_pread(fd, iovs, count, at, out) {
      const file = descriptors.file(fd);
      if (!file) return errno.BADF;
      const offset = Number(BigInt.asUintN(64, at));
      const done =
        offset >= file.node.size ? 0 : scatter(file.node.data.subarray(0, file.node.size), offset, iovs, count);
      memory().view.setUint32(out, done, true);
      return 0;
    },
    /** @param {number} fd @param {number} iovs @param {number} count @param {number} out */
    fd_write(fd, iovs, count, out) {
      const descriptor = descriptors.get(fd);
      if (!descriptor || descriptor.kind === 'stdin' || descriptor.kind === 'directory') return errno.BADF;
      /** @type {number | undefined} */
      let done = 0;
      if (descriptor.kind === 'output') {
        for (const buffer of memory().buffers(iovs, count)) {
          write(descriptor.stream, buffer);
          done += buffer.length;
        }
      } else {
        if (!descriptor.writable) return errno.BADF;
        if (descriptor.append) descriptor.position = descriptor.node.size;
        done = gather(descriptor.node, descriptor.position, iovs, count);
        if (done === undefined) return errno.NOSPC;
        descriptor.position += done;
      }
      memory().view.setUint32(out, done, true);
      return 0;
    },
    /** @param {number} fd @param {number} iovs @param {number} count @param {bigint} at @param {number} out */
    fd_pwrite(fd, iovs, count, at, out) {
      const file = descriptors.file(fd);
      if (!file?.writable) return errno.BADF;
      const offset = BigInt.asUintN(64, at);
      if (offset > BigInt(files.maxBytes)) return errno.FBIG;
      const done = gather(file.node, Number(offset), iovs, count);
      if (done === undefined) return errno.NOSPC;
      memory().view.setUint32(out, done, true);
      return 0;
    },
    /** @param {number} fd @param {bigint} offset @param {number} whence @param {number} out */
    fd_seek(fd, offset, whence, out) {
      const file = descriptors.file(fd);
      if (!file) return descriptors.get(fd) ? errno.SPIPE : errno.BADF;
      if (whence < 0 || whence > 2) return errno.INVAL;
      const position = Number(offset) + (whence === 0 ? 0 : whence === 1 ? file.position : file.node.size);
      if (position < 0 || position > Number.MAX_SAFE_INTEGER) return errno.INVAL;
      file.position = position;
      memory().view.setBigUint64(out, BigInt(position), true);
      return 0;
    },
    /** @param {number} fd @param {number} out */
    fd_tell(fd, out) {
      const file = descriptors.file(fd);
      if (!file) return descriptors.get(fd) ? errno.SPIPE : errno.BADF;
      memory().view.setBigUint64(out, BigInt(file.position), true);
      return 0;
    },
    /** @param {number} fd @param {number} pointer @param {number} length @param {bigint} cookie @param {number} out */
    fd_readdir(fd, pointer, length, cookie, out) {
      const directory = descriptors.directory(fd);
      if (!directory) return descriptors.get(fd) ? errno.NOTDIR : errno.BADF;
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
        memory()
          .bytes(pointer + used, part.length)
          .set(part);
        used += part.length;
      }
      memory().view.setUint32(out, used, true);
      return 0;
    },
    /** @param {number} fd @param {number} pointer @param {number} length */
    path_create_directory(fd, pointer, length) {
      const place = placeOf(fd, pointer, length);
      if (typeof place === 'number') return place;
      if (place.node) return errno.EXIST;
      return files.addDirectory(place.parent, place.name) ? 0 : errno.NOSPC;
    },
    /** @param {number} fd @param {number} _flags @param {number} pointer @param {number} length @param {number} out */
    path_filestat_get(fd, _flags, pointer, length, out) {
      const place = placeOf(fd, pointer, length);
      if (typeof place === 'number') return place;
      if (!place.node) return errno.NOENT;
      writeStat(out, place.node);
      return 0;
    },
    path_filestat_set_times: () => 0,
    path_link: () => errno.NOTSUP,
    path_symlink: () => errno.NOTSUP,
    path_readlink: () => errno.INVAL,
    /**
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
    path_open(fd, _dirFlags, pointer, length, openFlags, rights, _inheriting, fdFlags, out) {
      const place = placeOf(fd, pointer, length);
      if (typeof place === 'number') return place;
      const wantsWrite = (rights & rightToWrite) !== 0n;
      let { node } = place;
      if (node && openFlags & openFlag.create && openFlags & openFlag.exclusive) return errno.EXIST;
      if (node?.kind === 'file' && openFlags & openFlag.directory) return errno.NOTDIR;
      if (node?.kind === 'directory' && (wantsWrite || openFlags & openFlag.truncate)) return errno.ISDIR;
      if (!node) {
        if (!(openFlags & openFlag.create)) return errno.NOENT;
        if (openFlags & openFlag.directory) return errno.INVAL;
        node = files.addFile(place.parent, place.name);
        if (!node) return errno.NOSPC;
      } else if (node.kind === 'file' && openFlags & openFlag.truncate) files.resize(node, 0);
      const added = descriptors.add(
        node.kind === 'directory'
          ? { kind: 'directory', node, preopen: undefined }
          : { kind: 'file', node, position: 0, append: (fdFlags & appendFlag) !== 0, writable: wantsWrite },
      );
      if (added === undefined) return errno.MFILE;
      memory().view.setUint32(out, added, true);
      return 0;
    },
    /** @param {number} fd @param {number} pointer @param {number} length */
    path_remove_directory(fd, pointer, length) {
      const place = placeOf(fd, pointer, length);
      if (typeof place === 'number') return place;
      if (!place.node) return errno.NOENT;
      if (place.node.kind !== 'directory') return errno.NOTDIR;
      if (place.name === '') return errno.INVAL;
      if (place.node.entries.size > 0) return errno.NOTEMPTY;
      files.unlink(place.parent, place.name);
      return 0;
    },
    /** @param {number} fd @param {number} pointer @param {number} length */
    path_unlink_file(fd, pointer, length) {
      const place = placeOf(fd, pointer, length);
      if (typeof place === 'number') return place;
      if (!place.node) return errno.NOENT;
      if (place.node.kind === 'directory') return errno.ISDIR;
      files.unlink(place.parent, place.name);
      return 0;
    },
    /**
     * @param {number} fd
     * @param {number} pointer
     * @param {number} length
     * @param {number} toFd
     * @param {number} toPointer
     * @param {number} toLength
     */
    path_rename(fd, pointer, length, toFd, toPointer, toLength) {
      const from = placeOf(fd, pointer, length);
      const to = placeOf(toFd, toPointer, toLength);
      if (typeof from === 'number') return from;
      if (typeof to === 'number') return to;
      return renameErrno[files.rename(from, to)];
    },
  };
};

const renameErrno = /** @type {const} */ ({
  ok: errno.SUCCESS,
  ENOENT: errno.NOENT,
  EINVAL: errno.INVAL,
  EISDIR: errno.ISDIR,
  ENOTDIR: errno.NOTDIR,
  ENOTEMPTY: errno.NOTEMPTY,
});
