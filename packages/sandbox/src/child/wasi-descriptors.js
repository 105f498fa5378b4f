/**
 * @typedef {import('./mem-fs.js').FileNode} FileNode
 * @typedef {import('./mem-fs.js').DirectoryNode} DirectoryNode
 * @typedef {{ kind: 'stdin' } | { kind: 'output', stream: 'stdout' | 'stderr' }
 *   | { kind: 'directory', node: DirectoryNode, preopen: string | undefined }
 *   | { kind: 'file', node: FileNode, position: number, append: boolean, writable: boolean }} Descriptor
 */

const maxDescriptors = 256;

export class Descriptors {
  /** @param {import('./mem-fs.js').MemFs} files @param {{ path: string, name: string }[]} preopens */
  constructor(files, preopens) {
    this.files = files;
    /** @type {Map<number, Descriptor>} */
    this.open = new Map([
      [0, { kind: 'stdin' }],
      [1, { kind: 'output', stream: 'stdout' }],
      [2, { kind: 'output', stream: 'stderr' }],
    ]);
    for (const { path, name } of preopens) {
      const node = files.makeDirectories(path);
      if (typeof node !== 'string') this.add({ kind: 'directory', node, preopen: name });
    }
  }

  /** @param {number} fd */
  get(fd) {
    return this.open.get(fd);
  }

  /** @param {number} fd @returns {Extract<Descriptor, { kind: 'file' }> | undefined} */
  file(fd) {
    const descriptor = this.open.get(fd);
    return descriptor?.kind === 'file' ? descriptor : undefined;
  }

  /** @param {number} fd @returns {DirectoryNode | undefined} */
  directory(fd) {
    const descriptor = this.open.get(fd);
    return descriptor?.kind === 'directory' ? descriptor.node : undefined;
  }

  /** @param {Descriptor} descriptor @returns {number | undefined} undefined when there are too many */
  add(descriptor) {
    if (this.open.size >= maxDescriptors) return undefined;
    let fd = 3;
    while (this.open.has(fd)) fd++;
    if (descriptor.kind === 'file') descriptor.node.opens++;
    this.open.set(fd, descriptor);
    return fd;
  }

  /** @param {number} fd */
  close(fd) {
    const descriptor = this.open.get(fd);
    if (!descriptor) return false;
    this.open.delete(fd);
    if (descriptor.kind === 'file') {
      descriptor.node.opens--;
      this.files.release(descriptor.node);
    }
    return true;
  }

  /** @param {number} from @param {number} to */
  renumber(from, to) {
    const descriptor = this.open.get(from);
    if (!descriptor || !this.open.has(to)) return false;
    if (from === to) return true;
    this.close(to);
    this.open.delete(from);
    this.open.set(to, descriptor);
    return true;
  }
}
