import { GuestMemory } from './guest-memory.js';
import { Descriptors } from './wasi-descriptors.js';
import { errno, errnoOf, fileType } from './wasi-errno.js';

/**
 * @typedef {import('./mem-fs.js').Node} Node
 * @typedef {{ files: import('./mem-fs.js').MemFs, args: string[], env: Record<string, string>, stdin: Uint8Array,
 *   write: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void }} WasiJob
 */

const encoder = new TextEncoder();

/** @param {Node} node */
export const typeOf = (node) => (node.kind === 'directory' ? fileType.directory : fileType.regularFile);

/** @param {string[]} texts */
const encodeTexts = (texts) => texts.map((text) => encoder.encode(`${text}\0`));

/** A WASI program: its memory, files, descriptors and input. */
export class WasiGuest {
  /** @type {GuestMemory} */
  #memory = new GuestMemory(new WebAssembly.Memory({ initial: 0 }));
  stdinAt = 0;

  /** @param {WasiJob} job */
  constructor({ files, args, env, stdin, write }) {
    this.files = files;
    this.stdin = stdin;
    this.write = write;
    this.args = encodeTexts(args);
    this.env = encodeTexts(Object.entries(env).map(([name, value]) => `${name}=${value}`));
    this.descriptors = new Descriptors(files, [
      { path: 'work', name: '.' },
      { path: 'work', name: '/work' },
      { path: 'tmp', name: '/tmp' },
    ]);
  }

  get memory() {
    return this.#memory;
  }

  /** @param {WebAssembly.Memory} memory */
  attach(memory) {
    this.#memory = new GuestMemory(memory);
  }

  /** @param {number} out @param {Node} node */
  writeStat(out, node) {
    this.memory.bytes(out, 64).fill(0);
    const view = this.memory.view;
    view.setBigUint64(out, 1n, true);
    view.setBigUint64(out + 8, node.ino, true);
    view.setUint8(out + 16, typeOf(node));
    view.setBigUint64(out + 24, 1n, true);
    view.setBigUint64(out + 32, BigInt(node.kind === 'file' ? node.size : 0), true);
    for (const at of [40, 48, 56]) view.setBigUint64(out + at, BigInt(node.mtimeMs) * 1_000_000n, true);
  }

  /** @param {Uint8Array} source @param {number} at @param {number} iovs @param {number} count */
  scatter(source, at, iovs, count) {
    let done = 0;
    for (const buffer of this.memory.buffers(iovs, count)) {
      const part = source.subarray(at + done, at + done + buffer.length);
      buffer.set(part);
      done += part.length;
      if (part.length < buffer.length) break;
    }
    return done;
  }

  /**
   * @param {import('./mem-fs.js').FileNode} file
   * @param {number} at
   * @param {number} iovs
   * @param {number} count
   * @returns {number | undefined} undefined when there is no room
   */
  gather(file, at, iovs, count) {
    let length = 0;
    for (const buffer of this.memory.buffers(iovs, count)) length += buffer.length;
    if (length === 0) return 0;
    if (at + length > file.size && !this.files.resize(file, at + length)) return undefined;
    let to = at;
    for (const buffer of this.memory.buffers(iovs, count)) {
      file.data.set(buffer, to);
      to += buffer.length;
    }
    file.mtimeMs = Date.now();
    return length;
  }

  /** @param {number} fd @param {number} pointer @param {number} length */
  placeOf(fd, pointer, length) {
    const from = this.descriptors.directory(fd);
    if (!from) return this.descriptors.get(fd) ? errno.NOTDIR : errno.BADF;
    // An absolute path of the guest is taken relative to the directory through which it was opened.
    const place = this.files.resolve(this.memory.text(pointer, length).replace(/^\/+/, ''), from);
    return typeof place === 'string' ? errnoOf(place) : place;
  }
}
