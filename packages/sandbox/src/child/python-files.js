const noSpace = 51;

/**
 * Holds Python's files within their quota. They are counted upwards as they grow, and counted anew, by going through
 * all that there are and all that are open, only when that would pass the limit.
 *
 * @param {any} FS Emscripten's file system
 * @param {{ maxBytes: number, maxFiles: number }} quota
 */
export const limitPythonFiles = (FS, { maxBytes, maxFiles }) => {
  const { MEMFS } = FS.filesystems;
  const state = { wasFull: false, peakBytes: 0 };

  const count = () => {
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
    // An open file without a name is held all the same.
    for (const stream of FS.streams) visit(stream?.node);
    return { bytes, nodes };
  };
  const given = count();
  let { bytes, nodes } = given;

  const refuse = () => {
    state.wasFull = true;
    throw new FS.ErrnoError(noSpace);
  };
  const takeBytes = (/** @type {any} */ node, /** @type {number} */ size) => {
    // Not the storage, which MEMFS makes larger than it needs to be.
    const growth = size - node.usedBytes;
    if (growth <= 0) return;
    if (bytes - given.bytes + growth > maxBytes) ({ bytes, nodes } = count());
    if (bytes - given.bytes + growth > maxBytes) refuse();
    bytes += growth;
    state.peakBytes = Math.max(state.peakBytes, bytes - given.bytes);
  };

  const { write } = MEMFS.ops_table.file.stream;
  MEMFS.ops_table.file.stream.write = (
    /** @type {any} */ stream,
    /** @type {any} */ buffer,
    /** @type {number} */ offset,
    /** @type {number} */ length,
    /** @type {number} */ position,
    /** @type {any} */ canOwn,
  ) => {
    takeBytes(stream.node, position + length);
    return write(stream, buffer, offset, length, position, canOwn);
  };
  const { resizeFileStorage, createNode } = MEMFS;
  MEMFS.resizeFileStorage = (/** @type {any} */ node, /** @type {number} */ size) => {
    takeBytes(node, size);
    return resizeFileStorage(node, size);
  };
  MEMFS.createNode = (/** @type {any[]} */ ...args) => {
    if (nodes - given.nodes >= maxFiles) ({ bytes, nodes } = count());
    if (nodes - given.nodes >= maxFiles) refuse();
    nodes++;
    return createNode(...args);
  };
  return state;
};

/**
 * What a program may have taken away, or from itself, is not there.
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
