/**
 * The files of one job, in memory, within a quota of bytes and files. There are no links, and no path leads above the
 * root.
 * @typedef {{ kind: 'file', ino: bigint, data: Uint8Array, size: number, mtimeMs: number, links: number, opens: number }} FileNode
 * @typedef {{ kind: 'directory', ino: bigint, entries: Map<string, Node>, parent: DirectoryNode, mtimeMs: number }} DirectoryNode
 * @typedef {FileNode | DirectoryNode} Node
 */

/** The limit is `work` and the 256 segments that a path of a session may have. */
const maxDepth = 257;
const maxPathLength = 4096;
/**
 * A shrinking file keeps at most this many spare bytes, or as many as its own size if that is more. The quota does not
 * count them.
 */
const keptSpareBytes = 4096;

/**
 * The names in a path, or the error of an invalid path.
 * @param {string} path
 */
const splitPath = (path) => {
  if (path.length > maxPathLength) return 'ENAMETOOLONG';
  if (path.includes('\0')) return 'EINVAL';
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.length > maxDepth ? 'ENAMETOOLONG' : parts;
};

export class MemFs {
  /** @param {{ maxBytes: number, maxFiles: number }} quota */
  constructor({ maxBytes, maxFiles }) {
    this.maxBytes = maxBytes;
    this.maxFiles = maxFiles;
    this.bytes = 0;
    this.peakBytes = 0;
    this.nodes = 0;
    /** Set when a write or a new file was refused by the quota. */
    this.wasFull = false;
    this.nextIno = 1n;
    /** @type {DirectoryNode} */
    // @ts-expect-error the root is its own parent
    this.root = { kind: 'directory', ino: 0n, entries: new Map(), mtimeMs: Date.now() };
    this.root.parent = this.root;
  }

  takeNode() {
    if (this.nodes >= this.maxFiles) {
      this.wasFull = true;
      return false;
    }
    this.nodes++;
    return true;
  }

  /**
   * @param {DirectoryNode} parent
   * @param {string} name
   * @returns {DirectoryNode | undefined} undefined when there may be no more files
   */
  addDirectory(parent, name) {
    if (!this.takeNode()) return undefined;
    /** @type {DirectoryNode} */
    const node = { kind: 'directory', ino: this.nextIno++, entries: new Map(), parent, mtimeMs: Date.now() };
    parent.entries.set(name, node);
    return node;
  }

  /**
   * @param {DirectoryNode} parent
   * @param {string} name
   * @returns {FileNode | undefined} undefined when there may be no more files
   */
  addFile(parent, name) {
    if (!this.takeNode()) return undefined;
    /** @type {FileNode} */
    const node = {
      kind: 'file',
      ino: this.nextIno++,
      data: new Uint8Array(0),
      size: 0,
      mtimeMs: Date.now(),
      links: 1,
      opens: 0,
    };
    parent.entries.set(name, node);
    return node;
  }

  /**
   * @param {FileNode} file
   * @param {number} size
   * @returns {boolean} false when there is no room
   */
  resize(file, size) {
    const growth = size - file.size;
    if (growth > 0 && this.bytes + growth > this.maxBytes) {
      this.wasFull = true;
      return false;
    }
    if (size > file.data.length) {
      const data = new Uint8Array(Math.max(size, Math.min(file.data.length * 2, this.maxBytes)));
      data.set(file.data.subarray(0, file.size));
      file.data = data;
    }
    if (file.data.length > size + Math.max(size, keptSpareBytes)) file.data = file.data.slice(0, size);
    else if (growth < 0) file.data.fill(0, size, file.size);
    file.size = size;
    file.mtimeMs = Date.now();
    this.bytes += growth;
    this.peakBytes = Math.max(this.peakBytes, this.bytes);
    return true;
  }

  /**
   * Removes an entry. A file that is still open counts until it is closed; otherwise a job could hold any amount in
   * files without a name.
   * @param {DirectoryNode} parent
   * @param {string} name
   */
  unlink(parent, name) {
    const node = parent.entries.get(name);
    if (!node) return;
    parent.entries.delete(name);
    if (node.kind === 'directory') this.nodes--;
    else {
      node.links--;
      this.release(node);
    }
  }

  /** @param {FileNode} file */
  release(file) {
    if (file.links > 0 || file.opens > 0) return;
    this.nodes--;
    this.bytes -= file.size;
    file.size = 0;
    file.data = new Uint8Array(0);
  }

  /**
   * @param {string} path
   * @param {DirectoryNode} [from]
   * @returns {Node | undefined}
   */
  find(path, from = this.root) {
    const parts = splitPath(path);
    if (typeof parts === 'string') return undefined;
    /** @type {Node | undefined} */
    let node = path.startsWith('/') ? this.root : from;
    for (const part of parts) {
      if (node?.kind !== 'directory') return undefined;
      node = part === '..' ? node.parent : node.entries.get(part);
    }
    return node;
  }

  /**
   * The directory and the name of a path; the last name need not exist.
   * @param {string} path
   * @param {DirectoryNode} [from]
   * @returns {{ parent: DirectoryNode, name: string, node: Node | undefined } | 'ENOENT' | 'ENOTDIR' | 'ENAMETOOLONG' | 'EINVAL'}
   */
  resolve(path, from = this.root) {
    const parts = splitPath(path);
    if (typeof parts === 'string') return parts;
    /** @type {Node} */
    let node = path.startsWith('/') ? this.root : from;
    for (const [index, part] of parts.entries()) {
      if (node.kind !== 'directory') return 'ENOTDIR';
      /** @type {Node | undefined} */
      const next = part === '..' ? node.parent : node.entries.get(part);
      if (index === parts.length - 1 && part !== '..') return { parent: node, name: part, node: next };
      if (!next) return 'ENOENT';
      node = next;
    }
    // A path that ends in '..' or is the start itself names no entry that could be created or removed.
    return node.kind === 'directory' ? { parent: node, name: '', node } : 'ENOTDIR';
  }

  /**
   * @param {string} path
   * @returns {DirectoryNode | 'ENOTDIR' | 'ENOSPC' | 'ENAMETOOLONG' | 'EINVAL'}
   */
  makeDirectories(path) {
    const parts = splitPath(path);
    if (typeof parts === 'string') return parts;
    let node = this.root;
    for (const part of parts) {
      const next = part === '..' ? node.parent : (node.entries.get(part) ?? this.addDirectory(node, part));
      if (!next) return 'ENOSPC';
      if (next.kind !== 'directory') return 'ENOTDIR';
      node = next;
    }
    return node;
  }

  /**
   * @param {string} path
   * @param {Uint8Array} content
   * @param {{ append?: boolean }} [options]
   * @returns {'ok' | 'ENOENT' | 'ENOTDIR' | 'ENAMETOOLONG' | 'EINVAL' | 'EISDIR' | 'ENOSPC'}
   */
  writeFile(path, content, { append = false } = {}) {
    const place = this.resolve(path);
    if (typeof place === 'string') return place;
    if (place.node?.kind === 'directory') return 'EISDIR';
    const file = place.node ?? this.addFile(place.parent, place.name);
    if (!file) return 'ENOSPC';
    const at = append ? file.size : 0;
    if (!this.resize(file, at + content.length)) return 'ENOSPC';
    file.data.set(content, at);
    return 'ok';
  }

  /**
   * @typedef {{ parent: DirectoryNode, name: string, node: Node | undefined }} Place
   * @param {Place} from
   * @param {Place} to
   * @returns {'ok' | 'ENOENT' | 'EINVAL' | 'EISDIR' | 'ENOTDIR' | 'ENOTEMPTY'}
   */
  rename(from, to) {
    const { node } = from;
    if (!node) return 'ENOENT';
    if (from.name === '' || to.name === '') return 'EINVAL';
    if (node === to.node) return 'ok';
    if (to.node?.kind === 'directory') {
      if (node.kind === 'file') return 'EISDIR';
      if (to.node.entries.size > 0) return 'ENOTEMPTY';
    } else if (to.node && node.kind === 'directory') return 'ENOTDIR';
    // A directory moved below itself would leave the tree, and no quota would count it.
    for (let above = to.parent; ; above = above.parent) {
      if (above === node) return 'EINVAL';
      if (above === above.parent) break;
    }
    if (to.node) this.unlink(to.parent, to.name);
    from.parent.entries.delete(from.name);
    to.parent.entries.set(to.name, node);
    if (node.kind === 'directory') node.parent = to.parent;
    return 'ok';
  }

  /**
   * @param {DirectoryNode} [directory]
   * @param {string} [prefix]
   * @returns {Generator<{ path: string, content: Uint8Array }>}
   */
  *walk(directory = this.root, prefix = '') {
    for (const [name, node] of directory.entries) {
      if (node.kind === 'directory') yield* this.walk(node, `${prefix}${name}/`);
      else yield { path: prefix + name, content: node.data.subarray(0, node.size) };
    }
  }
}
