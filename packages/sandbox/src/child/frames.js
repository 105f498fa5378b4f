import { fs } from './builtins.js';

/**
 * A pipe in each direction carries frames. A frame is a type (u8), a length (u32, little endian) and that number of
 * bytes.
 */
export const frameTypes = { ready: 1, stdout: 2, stderr: 3, file: 4, result: 5, job: 6, begun: 7, progress: 8 };

export const frameHeadBytes = 5;

const pauseWord = new Int32Array(new SharedArrayBuffer(4));

/** @param {number} ms */
export const pauseMs = (ms) => {
  Atomics.wait(pauseWord, 0, 0, ms);
};

/**
 * @param {number} type
 * @param {readonly Uint8Array[]} payload
 */
export const encodeFrame = (type, ...payload) => {
  const head = Buffer.alloc(frameHeadBytes);
  head.writeUInt8(type, 0);
  head.writeUInt32LE(
    payload.reduce((sum, part) => sum + part.length, 0),
    1,
  );
  return Buffer.concat([head, ...payload]);
};

/**
 * @param {string} path
 * @param {Uint8Array} content
 */
export const encodeFile = (path, content) => {
  const name = Buffer.from(path);
  const head = Buffer.alloc(4);
  head.writeUInt32LE(name.length, 0);
  return encodeFrame(frameTypes.file, head, name, content);
};

/**
 * @param {Buffer} payload
 * @returns {{ path: string; content: Buffer }}
 */
export const decodeFile = (payload) => {
  const nameBytes = payload.length < 4 ? Infinity : payload.readUInt32LE(0);
  if (4 + nameBytes > payload.length) throw new RangeError('a file frame shorter than its name');
  return { path: payload.toString('utf8', 4, 4 + nameBytes), content: payload.subarray(4 + nameBytes) };
};

/**
 * @param {number} fd
 * @param {Uint8Array} bytes
 */
export const writeAll = (fd, bytes) => {
  for (let done = 0; done < bytes.length;) {
    try {
      done += fs.writeSync(fd, bytes, done, bytes.length - done);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EAGAIN') throw error;
      pauseMs(1);
    }
  }
};

/**
 * @param {number} fd
 * @param {Uint8Array} bytes
 */
export const readInto = (fd, bytes) => {
  for (let done = 0; done < bytes.length;) {
    try {
      const count = fs.readSync(fd, bytes, done, bytes.length - done, null);
      // The parent has ended, or a snapshot is incomplete.
      if (count === 0) process.exit(0);
      done += count;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EAGAIN') throw error;
      pauseMs(1);
    }
  }
};

/**
 * @param {number} fd
 * @param {number} length
 */
export const readExactly = (fd, length) => {
  const bytes = Buffer.allocUnsafeSlow(length);
  readInto(fd, bytes);
  return bytes;
};

/**
 * Blocks until a whole frame has arrived; ends the process if the parent has ended.
 * @param {number} fd
 */
export const readFrame = (fd) => {
  const head = readExactly(fd, frameHeadBytes);
  return { type: head.readUInt8(0), payload: readExactly(fd, head.readUInt32LE(1)) };
};
