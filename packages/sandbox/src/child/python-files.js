const noSpace = 51;

/**
 * Counts all files that exist or are open.
 * @param {any} FS
 */
const countFiles = (FS) => {
  const seen = new Set();
  let [bytes, nodes] = [0, 0];
  const visit = (/** @type {any} */ node) => {
    if (!node || seen.has(node)) return;
    seen.add(node);
    nodes++;
    if (FS.isFile(node.mode)) bytes += node.usedBytes;
    else if (FS.isDir(node.mode) && node.contents) for (const each of Object.values(node.contents)) visit(each);
  };
  visit(FS.root);
  // An open file without a name takes memory, too.
  for (const stream of FS.streams) visit(stream?.node);
  return { bytes, nodes };
};

/**
 * The room into which files may grow. Growth is only added up. A new count over all files takes place when the sum
 * would exceed the limit.
 * @param {any} FS
 * @param {{ maxBytes: number, maxFiles: number }} quota
 */
const createQuota = (FS, { maxBytes, maxFiles }) => {
  const state = { wasFull: false, peakBytes: 0 };
  const given = countFiles(FS);
  let { bytes, nodes } = given;

  const refuse = () => {
    state.wasFull = true;
    throw new FS.ErrnoError(noSpace);
  };
  return {
    state,
    takeBytes: (/** @type {any} */ node, /** @type {number} */ size) => {
      // The size counts, not the storage, which MEMFS makes larger than necessary.
      const growth = size - node.usedBytes;
      if (growth <= 0) return;
      if (bytes - given.bytes + growth > maxBytes) ({ bytes, nodes } = countFiles(FS));
      if (bytes - given.bytes + growth > maxBytes) refuse();
      bytes += growth;
      state.peakBytes = Math.max(state.peakBytes, bytes - given.bytes);
    },
    takeNode: () => {
      if (nodes - given.nodes >= maxFiles) ({ bytes, nodes } = countFiles(FS));
      if (nodes - given.nodes >= maxFiles) refuse();
      nodes++;
    },
  };
};

/**
 * Keeps Python's files within their quota.
 * @param {any} FS Emscripten's file system
 * @param {{ maxBytes: number, maxFiles: number }} limits
 */
export const limitPythonFiles = (FS, limits) => {
  const { MEMFS } = FS.filesystems;
  const quota = createQuota(FS, limits);
  const { write } = MEMFS.ops_table.file.stream;
  MEMFS.ops_table.file.stream.write = (
    /** @type {any} */ stream,
    /** @type {any} */ buffer,
    /** @type {number} */ offset,
    /** @type {number} */ length,
    /** @type {number} */ position,
    /** @type {any} */ canOwn,
  ) => {
    quota.takeBytes(stream.node, position + length);
    return write(stream, buffer, offset, length, position, canOwn);
  };
  const { resizeFileStorage, createNode } = MEMFS;
  MEMFS.resizeFileStorage = (/** @type {any} */ node, /** @type {number} */ size) => {
    quota.takeBytes(node, size);
    return resizeFileStorage(node, size);
  };
  MEMFS.createNode = (/** @type {any[]} */ ...args) => {
    quota.takeNode();
    return createNode(...args);
  };
  return quota.state;
};

/**
 * Reads something that a program may have removed, or made unreadable for itself.
 * @template T
 * @param {any} FS
 * @param {() => T} read
 * @returns {T | undefined}
 */
const readIfThere = (FS, read) => {
  try {
    return read();
  } catch (error) {
    if (error instanceof FS.ErrnoError) return undefined;
    throw error;
  }
};

/**
 * @param {any} FS
 * @param {string} folder
 * @param {string} [prefix]
 * @returns {Generator<{ path: string, content: Uint8Array }>}
 */
export const walkPythonFiles = function* (FS, folder, prefix = '') {
  for (const name of readIfThere(FS, () => FS.readdir(folder)) ?? []) {
    if (name === '.' || name === '..') continue;
    const place = `${folder}/${name}`;
    const mode = readIfThere(FS, () => FS.lstat(place).mode);
    if (mode === undefined) continue;
    if (FS.isDir(mode)) yield* walkPythonFiles(FS, place, `${prefix}${name}/`);
    else if (FS.isFile(mode)) {
      const content = readIfThere(FS, () => FS.readFile(place));
      if (content) yield { path: prefix + name, content };
    }
  }
};
